import type { Flow } from '@chatwright/core'
import { newId } from '../../ground/db/new-id.ts'
import type { RecordedRun } from '../replays/recorded-run.ts'

/** A run of which only the question is known. */
export function writtenRun(
  question: string,
  { id, name, version, flow }: { id: string; name: string; version: number; flow: Flow },
): RecordedRun {
  const runId = newId()
  return {
    flow,
    events: [],
    told: [],
    values: new Map(),
    job: {
      kind: 'question',
      runId,
      flowId: id,
      flowName: name,
      flowVersion: version,
      session: { flowId: id, chatId: runId, sessionId: runId, origin: 'internal' },
      message: question,
      question,
      fileAttachment: '',
      attachments: [],
      history: [],
      overrides: { nodes: {}, variables: {} },
      memoryType: null,
      questionMessageId: newId(),
      answerMessageId: newId(),
      leadEmail: null,
      fileUploads: [],
      isResumable: false,
    },
  }
}
