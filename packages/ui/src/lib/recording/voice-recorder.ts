import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'

import { RecordingError, recordVoice } from './record-voice.ts'
import type { VoiceRecording } from './record-voice.ts'

/** A person who forgot the microphone must not pay for an afternoon. */
export const MAX_RECORDING_MINUTES = 5

export interface RecorderState {
  phase: 'idle' | 'opening' | 'recording' | 'writing'
  seconds: number
  /** Why there is nothing to write down, or less than was said. */
  problem: unknown
}

export interface VoiceRecorder {
  store: Pick<StoreApi<RecorderState>, 'getState' | 'getInitialState' | 'subscribe'>
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Lets go of the microphone and keeps nothing. */
  discard: () => void
}

interface RecorderOptions {
  /** Has what was said written down. */
  transcribe: (data: string) => Promise<string>
  onSaid: (text: string) => void
  record?: () => Promise<VoiceRecording>
}

/** Records what is said, for a few minutes at most, and has it written down. */
export function createVoiceRecorder({ transcribe, onSaid, record = recordVoice }: RecorderOptions): VoiceRecorder {
  const store = createStore<RecorderState>(() => ({ phase: 'idle', seconds: 0, problem: undefined }))
  let recording: VoiceRecording | undefined
  let clock: ReturnType<typeof setInterval> | undefined
  /** Counts what was begun: a microphone that opens for a chat that is closed is let go at once. */
  let take = 0

  const start = async () => {
    if (store.getState().phase !== 'idle') return
    const mine = ++take
    store.setState({ phase: 'opening', seconds: 0, problem: undefined })
    try {
      const opened = await record()
      if (mine !== take) {
        opened.discard()
        return
      }
      recording = opened
      store.setState({ phase: 'recording' })
      watchTheClock()
    } catch (problem) {
      if (mine === take) store.setState({ phase: 'idle', problem })
    }
  }

  const watchTheClock = () => {
    const begun = performance.now()
    clock = setInterval(() => {
      // Not counted tick by tick: a page in the background ticks when it may.
      const seconds = Math.floor((performance.now() - begun) / 1000)
      store.setState({ seconds })
      if (seconds < MAX_RECORDING_MINUTES * 60) return
      store.setState({ problem: new RecordingError('too-long') })
      void stop()
    }, 1000)
  }

  const stop = async () => {
    if (!recording) return
    const running = recording
    const mine = take
    release()
    store.setState({ phase: 'writing' })
    try {
      const text = await transcribe(await running.stop())
      if (mine === take) onSaid(text)
    } catch (problem) {
      if (mine === take) store.setState({ problem })
    } finally {
      if (mine === take) store.setState({ phase: 'idle' })
    }
  }

  const release = () => {
    clearInterval(clock)
    recording = undefined
  }

  const discard = () => {
    take += 1
    recording?.discard()
    release()
    store.setState({ phase: 'idle' })
  }

  return { store, start, stop, discard }
}

/** A time as a clock shows it. */
export function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
