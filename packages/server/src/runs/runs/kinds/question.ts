import { givesKind, type NodeDescription, type RunEvent } from '@chatwright/core'
import { isUnattended } from '../../../door/askers/may.ts'
import type { RunJob } from '../run-job.ts'
import type { Describe, JobRule } from './job-kind.ts'

/** A question to a chat flow ends with its reader, where it began with one. */
export const questionRule: JobRule<RunJob> = {
  unreadMs: ({ isResumable, asker }, resumeMs) =>
    asker && isUnattended(asker) ? Infinity : isResumable ? resumeMs : 0,
  maxAttempts: 2,
  poisonous: {
    code: 'internal',
    message: 'This question ended the worker that answered it, twice.',
    hint: 'Look at the trace for the last node that ran, and at the worker’s log.',
  },
  stopped: {
    code: 'server-stopped',
    message: 'The server stopped before the answer was whole.',
    hint: 'Ask again, or let it go on from here.',
    isRetryable: true,
  },
  isUse: true,
  suggestsFor: (job) => (job.followUps ? job : undefined),
  messageId: ({ answerMessageId }) => answerMessageId,
  mayGoOn: (told, { isComplete, describe }) => isComplete && !told.some((event) => hasLeft(event, describe)),
}

/** Whether an event shows that somebody outside has noticed: words were sent, or a tool was called. */
function hasLeft(event: RunEvent, describe: Describe): boolean {
  switch (event.type) {
    case 'token':
    case 'thinking':
    case 'called-tools':
    case 'used-tools':
    case 'artifacts':
    case 'json':
      return true
    case 'node-start':
      return givesTool(describe(event.name))
    default:
      return false
  }
}

/** A node that is not known any more may have been a tool. */
function givesTool(node: NodeDescription | undefined): boolean {
  return node === undefined || givesKind(node, 'tool')
}
