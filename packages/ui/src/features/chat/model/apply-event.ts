import type { RunEvent } from '@chatwright/core'

import type { PredictionEvent } from '../../../lib/prediction/prediction-events.ts'
import type { Answer } from './turn.ts'

/** The answer after one more event of its stream. */
export function applyEvent(answer: Answer, event: PredictionEvent): Answer {
  switch (event.type) {
    case 'start':
      return answer
    case 'token':
      return { ...answer, state: 'writing', text: answer.text + event.text }
    case 'thinking':
      return {
        ...answer,
        state: answer.text === '' ? 'thinking' : answer.state,
        thinking: {
          text: (answer.thinking?.text ?? '') + event.text,
          ...(event.seconds !== undefined && { seconds: event.seconds }),
        },
      }
    case 'sources':
      return { ...answer, sources: event.documents }
    case 'calling-tools':
      return { ...answer, runningTools: event.tools.map((tool) => tool.tool) }
    case 'used-tools':
      return { ...answer, tools: event.tools, runningTools: [] }
    case 'artifacts':
      return { ...answer, artifacts: event.artifacts }
    case 'usage':
      return { ...answer, usage: event.usage }
    case 'metadata':
      return {
        ...answer,
        followUps: event.metadata.followUps,
        ...(event.metadata.messageId !== undefined && { messageId: event.metadata.messageId }),
        ...(event.metadata.runId !== undefined && { runId: event.metadata.runId }),
      }
    case 'run':
      return applyRunEvent(answer, event.event)
    case 'error':
      return { ...answer, state: 'failed', fault: { ...answer.fault, ...event.fault } }
    case 'abort':
      return { ...answer, state: 'stopped', runningTools: [] }
    case 'end':
      return { ...answer, state: endStates[answer.state] ?? answer.state, runningTools: [] }
  }
}

const endStates: Partial<Record<Answer['state'], Answer['state']>> = {
  waiting: 'done',
  thinking: 'done',
  writing: 'done',
}

function applyRunEvent(answer: Answer, event: RunEvent): Answer {
  if (event.type === 'run-start') return { ...answer, runId: event.runId }
  if (event.type !== 'run-end') return answer
  return {
    ...answer,
    durationMs: event.durationMs,
    ...(event.usage && { usage: event.usage }),
    // The frame that says `error` carries the words; the run's end knows the node.
    ...(event.fault && { fault: { ...event.fault, ...answer.fault } }),
  }
}
