import { createListMemory } from './earlier-lists.ts'
import { Recorder, type RecordableRun, type RecorderOptions } from './recorder.ts'
import type { CallGate } from '@chatwright/engine'

/** Opens the record of a run; nothing where its flow is not recorded. */
export type Recording = (
  run: RecordableRun & { isUnrecorded?: true },
  log: { record?: Recorder },
) => CallGate | undefined

export interface RecordingOptions extends Omit<RecorderOptions, 'memory'> {
  isOn: () => boolean
}

export function createRecording({ isOn, hide, onFault }: RecordingOptions): Recording {
  const how: RecorderOptions = { memory: createListMemory(() => performance.now()), hide, onFault }
  return (run, log) => {
    if (!isOn() || run.isUnrecorded) return undefined
    return (log.record = new Recorder(run, how))
  }
}
