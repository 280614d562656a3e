import { transcribe } from '@chatwright/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { call } from '../../../../lib/api.ts'
import { messageOf } from '../../../../lib/api-error.ts'
import { recordVoice, RecordingError } from '../../../../lib/recording/record-voice.ts'
import type { VoiceRecording } from '../../../../lib/recording/record-voice.ts'
import { useChat } from '../chat-context.ts'

const MAX_MINUTES = 5

export interface Recorder {
  state: 'idle' | 'recording' | 'writing'
  seconds: number
  /** Why there is nothing to write down, or less than was said. */
  problem: string | undefined
  start(): void
  stop(): void
  discard(): void
}

/** Records what is said and has it written down. */
export function useRecorder(onSaid: (text: string) => void): Recorder {
  const { t } = useTranslation('chat')
  const { chatflowId } = useChat()
  const [state, setState] = useState<Recorder['state']>('idle')
  const [seconds, setSeconds] = useState(0)
  const [problem, setProblem] = useState<string>()
  const recording = useRef<VoiceRecording>(undefined)

  const explain = (error: unknown) =>
    setProblem(error instanceof RecordingError ? t(`composer.recordingProblem.${error.problem}`) : messageOf(error))

  const start = async () => {
    setProblem(undefined)
    setSeconds(0)
    try {
      recording.current = await recordVoice()
      setState('recording')
    } catch (error) {
      explain(error)
    }
  }

  const stop = async () => {
    const running = recording.current
    if (!running) return
    recording.current = undefined
    setState('writing')
    try {
      const data = await running.stop()
      const { text } = await call(transcribe, { params: { id: chatflowId }, body: { data } })
      onSaid(text)
    } catch (error) {
      explain(error)
    } finally {
      setState('idle')
    }
  }

  const discard = () => {
    recording.current?.discard()
    recording.current = undefined
    setState('idle')
  }

  useEffect(() => {
    if (state !== 'recording') return undefined
    const clock = setInterval(() => setSeconds((passed) => passed + 1), 1000)
    return () => clearInterval(clock)
  }, [state])

  const isOver = state === 'recording' && seconds >= MAX_MINUTES * 60
  useEffect(() => {
    if (!isOver) return
    // oxlint-disable-next-line react/set-state-in-effect -- the clock decides, not a person
    setProblem(t('composer.recordingProblem.too-long', { minutes: MAX_MINUTES }))
    void stop()
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the time is over
  }, [isOver])

  // The microphone must not stay open behind a chat that was closed.
  useEffect(() => () => recording.current?.discard(), [])

  return { state, seconds, problem, start: () => void start(), stop: () => void stop(), discard }
}
