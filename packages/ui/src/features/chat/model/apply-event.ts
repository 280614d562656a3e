import type { AnswerMetadata, PredictionEvent } from '../../../lib/prediction/prediction-events.ts'
import { blankAnswer } from './turn.ts'
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
    case 'answered':
      return { ...withMetadata(answer, event.metadata), state: 'done', runningTools: [] }
    case 'metadata':
      return withMetadata(answer, event.metadata)
    case 'trace':
      return answer
    case 'error':
      // The frame that knows the node comes first; the sentence after it is for clients that know no better.
      return { ...answer, state: 'failed', fault: answer.fault ?? event.fault }
    case 'abort':
      return { ...answer, state: 'stopped', runningTools: [] }
    case 'end':
      return { ...answer, state: endStates[answer.state] ?? answer.state, runningTools: [] }
    case 'restart':
      return blankAnswer
  }
}

const endStates: Partial<Record<Answer['state'], Answer['state']>> = {
  waiting: 'done',
  thinking: 'done',
  writing: 'done',
}

function withMetadata(answer: Answer, { followUps, messageId, runId, durationMs }: AnswerMetadata): Answer {
  return {
    ...answer,
    followUps,
    ...(messageId !== undefined && { messageId }),
    ...(runId !== undefined && { runId }),
    ...(durationMs !== undefined && { durationMs }),
  }
}
