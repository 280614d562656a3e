import { isOnCanvas, isOwnerHere } from '../../door/askers/may.ts'
import { questionFor, VISITOR, type Asker, type RunEvent, type RunFault } from '@chatwright/core'
import { ON_CANVAS } from '../../door/askers/asker-of.ts'
import { faultFor } from './fault-answer.ts'
import type { FrameWriter } from './frame-writer.ts'

/** The events of a run as our own clients read them, less what is not for the reader. */
export function createRunEventFrames(
  runId: string,
  { asker, idPrefix }: { asker: Asker; idPrefix: string },
): FrameWriter {
  return {
    frames(event, seq) {
      // Whoever looks at what was recorded asks for it.
      if (event.type === 'call') return ''
      const shown = isOnCanvas(asker) ? shownOnCanvas(event) : shownOutside(event, asker)
      return shown ? `id:${idPrefix}${seq}\ndata:${JSON.stringify(shown)}\n\n` : ''
    },
    broken: (fault) =>
      `data:${JSON.stringify({ type: 'run-end', runId, at: Date.now(), status: 'failed', durationMs: 0, fault } satisfies RunEvent)}\n\n`,
  }
}

function shownOnCanvas(event: RunEvent): RunEvent {
  return event.type === 'step-wait' ? { ...event, question: questionFor(ON_CANVAS, event.question) } : event
}

function shownOutside(event: RunEvent, asker: Asker): RunEvent | undefined {
  switch (event.type) {
    case 'node-start':
    case 'node-end':
    case 'node-error':
    case 'step-start':
    case 'step-end':
    case 'step-error':
    case 'step-skip':
    case 'step-decision':
    case 'step-again':
      return undefined
    case 'step-wait': {
      if (!isOwnerHere(asker)) return { ...event, question: questionFor(VISITOR, event.question) }
      // What a person decides upon, without what the step was made of.
      const { input: _, ...question } = questionFor(ON_CANVAS, event.question)
      return { ...event, question }
    }
    case 'run-start':
      return { ...event, endingNodeId: '' }
    case 'run-end': {
      if (!event.fault) return event
      const fault = faultFor(asker, event.fault)
      return { ...event, fault: isOwnerHere(asker) ? fault : { ...fault, code: visitorCode(fault) } }
    }
    default:
      return event
  }
}

const actionable: ReadonlySet<RunFault['code']> = new Set([
  'server-stopped',
  'not-kept',
  'database-away',
  'rate-limit',
  'overloaded',
])

/** What the visitor can act upon; the rest is between the owner and the flow. */
function visitorCode({ code }: RunFault): RunFault['code'] {
  return actionable.has(code) ? code : 'failed'
}
