import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'

export interface SpeakerState {
  /** The answer that is being fetched or played. */
  messageId: string | undefined
  state: 'silent' | 'loading' | 'playing'
}

export interface SpeakerPorts {
  fetchSpeech: (messageId: string, signal: AbortSignal) => Promise<Blob>
  abort: (messageId: string) => void
}

export interface Speaker {
  store: StoreApi<SpeakerState>
  /** One voice at a time: what spoke before falls silent. */
  speak: (messageId: string, ports: SpeakerPorts) => Promise<void>
  hush: () => void
}

interface Speech {
  audio: HTMLAudioElement | undefined
  stop: AbortController
  address: string | undefined
}

export function createSpeaker(): Speaker {
  const store = createStore<SpeakerState>(() => ({ messageId: undefined, state: 'silent' }))
  let running: Speech | undefined

  const hush = (): void => {
    const last = running
    running = undefined
    store.setState({ messageId: undefined, state: 'silent' })
    if (!last) return
    last.stop.abort()
    last.audio?.pause()
    if (last.address !== undefined) URL.revokeObjectURL(last.address)
  }

  const speak: Speaker['speak'] = async (messageId, { fetchSpeech, abort }) => {
    hush()
    const mine: Speech = { audio: undefined, stop: new AbortController(), address: undefined }
    running = mine
    mine.stop.signal.addEventListener('abort', () => {
      if (!mine.audio) abort(messageId)
    })
    store.setState({ messageId, state: 'loading' })
    try {
      const sound = await fetchSpeech(messageId, mine.stop.signal)
      if (mine.stop.signal.aborted) return
      mine.address = URL.createObjectURL(sound)
      mine.audio = new Audio(mine.address)
      mine.audio.addEventListener('ended', hush)
      store.setState({ messageId, state: 'playing' })
      await mine.audio.play()
    } catch (error) {
      if (mine.stop.signal.aborted) return
      hush()
      throw error
    }
  }

  return { store, speak, hush }
}

/** The browser lets no page make a sound before it was clicked. */
export function isPlayBlocked(error: unknown): boolean {
  return error instanceof Error && error.name === 'NotAllowedError'
}
