import { transcribe } from '@chatwright/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'

import { call } from '../../../../lib/api.ts'
import { messageOf } from '../../../../lib/api-error.ts'
import { RecordingError } from '../../../../lib/recording/record-voice.ts'
import { createVoiceRecorder, MAX_RECORDING_MINUTES } from '../../../../lib/recording/voice-recorder.ts'
import type { RecorderState, VoiceRecorder } from '../../../../lib/recording/voice-recorder.ts'
import { useChat } from '../chat-context.ts'

export interface Recorder extends Pick<RecorderState, 'phase' | 'seconds'>, Pick<VoiceRecorder, 'discard'> {
  /** Why there is nothing to write down, or less than was said. */
  problem: string | undefined
  start: () => void
  stop: () => void
}

/** Records what is said and has it written down. */
export function useRecorder(onSaid: (text: string) => void): Recorder {
  const { t } = useTranslation('chat')
  const { chatflowId } = useChat()
  const write = useEffectEvent(onSaid)
  const [recorder] = useState(() =>
    createVoiceRecorder({
      transcribe: async (data) => (await call(transcribe, { params: { id: chatflowId }, body: { data } })).text,
      onSaid: (text) => write(text),
    }),
  )
  const { phase, seconds, problem } = useStore(recorder.store)
  // The microphone must not stay open behind a chat that was closed.
  useEffect(() => recorder.discard, [recorder])
  return {
    phase,
    seconds,
    problem:
      problem === undefined
        ? undefined
        : problem instanceof RecordingError
          ? t(`composer.recordingProblem.${problem.problem}`, { minutes: MAX_RECORDING_MINUTES })
          : messageOf(problem),
    start: () => void recorder.start(),
    stop: () => void recorder.stop(),
    discard: recorder.discard,
  }
}
