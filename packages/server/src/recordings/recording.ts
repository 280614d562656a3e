import { createListMemory } from './earlier-lists.ts'
import { PendingValues } from './pending-values.ts'
import { Recorder } from './recorder.ts'
import type { CallGate } from '@chatwright/engine'

/** Opens the record of a run; nothing where its flow is not recorded. */
export type Recording = (run: RecordableRun, log: { record?: Recorder }) => CallGate | undefined

/** What is to be known of a run to record it. */
export interface RecordableRun {
  flowId: string
  session: { chatId: string }
  isUnrecorded?: true
}

export interface RecordingOptions {
  isOn: boolean
  hide: <Value>(value: Value) => Value
  now: () => number
  onFault: (error: unknown) => void
}

export function createRecording({ isOn, hide, now, onFault }: RecordingOptions): Recording {
  const memory = createListMemory(now)
  const how = { hide, onFault }
  return ({ flowId, session: { chatId }, isUnrecorded }, log) => {
    if (!isOn || isUnrecorded) return undefined
    return (log.record = new Recorder(new PendingValues({ flowId, chatId }, memory), how))
  }
}
