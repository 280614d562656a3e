import { AppError } from '@chatwright/contract'
import { createMacs } from '../../parts/credentials/macs.ts'
import type { ReadKeys } from '../../parts/credentials/secret-box.ts'

/**
 * The ids of the events of an answer, with which its reader comes back. The id of a run appears in lists, logs and messages and
 * opens nothing; these carry a mark that only readers of its stream have seen.
 */
export interface EventIds {
  /** What the id of every event of a run begins with, before its number. */
  prefixOf(runId: string): string
  /** The event a `Last-Event-ID` names. Throws unless this server told it. */
  read(lastEventId: string): { runId: string; seq: number }
}

const EVENT_ID = /^([\w-]{1,64})\.([\w-]{22}):(\d{1,9})$/

export function createEventIds(readKeys: ReadKeys): EventIds {
  const macs = createMacs(readKeys, 'event ids')
  return {
    prefixOf: (runId) => `${runId}.${macs.of(runId)}:`,

    read(lastEventId) {
      const [, runId = '', mac = '', seq = ''] = EVENT_ID.exec(lastEventId) ?? []
      if (!macs.fits(runId, mac)) throw new AppError('run-gone')
      return { runId, seq: Number(seq) }
    },
  }
}
