import type { AnswerMetadata, PredictionEvent } from '../../../lib/prediction/prediction-events.ts'
import { blankAnswer } from './turn.ts'
import type { Answer } from './turn.ts'

/** The answer after one more event of its stream. */
export function applyEvent(answer: Answer, event: PredictionEvent): Answer {
  switch (event.type) {
    case 'start':
      return answer
    case 'token':
      return { ...toolsOver(answer), state: 'writing', text: answer.text + event.text }
    case 'thinking':
      return {
        ...toolsOver(answer),
        state: answer.text === '' ? 'thinking' : answer.state,
        thinking: {
          text: (answer.thinking?.text ?? '') + event.text,
          ...(event.seconds !== undefined && { seconds: event.seconds }),
        },
      }
    case 'sources':
      return { ...answer, sources: event.documents }
    case 'calling-tools':
      return { ...toolsOver(answer), runningTools: event.tools.map((tool) => tool.tool) }
    case 'used-tools':
      return { ...answer, tools: event.tools, runningTools: [], calledTools: [] }
    case 'artifacts':
      return { ...answer, artifacts: event.artifacts }
    case 'usage':
      return { ...answer, usage: event.usage }
    case 'answered':
      return { ...withMetadata(toolsOver(answer), event.metadata), state: 'done' }
    case 'metadata':
      return withMetadata(answer, event.metadata)
    case 'trace':
      return answer
    case 'error':
      // The frame that knows the node comes first; the sentence after it is for clients that know no better.
      return { ...answer, state: 'failed', fault: answer.fault ?? event.fault }
    case 'abort':
      return { ...toolsOver(answer), state: 'stopped' }
    case 'end':
      return { ...toolsOver(answer), state: endStates[answer.state] ?? answer.state }
    case 'restart':
      return blankAnswer
  }
}

/** The model goes on only once its tools are done. */
function toolsOver(answer: Answer): Answer {
  if (answer.runningTools.length === 0) return answer
  return { ...answer, runningTools: [], calledTools: [...answer.calledTools, ...answer.runningTools] }
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
