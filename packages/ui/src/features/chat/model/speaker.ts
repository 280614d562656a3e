import { createStore } from 'zustand'

export interface Speaker {
  /** The answer that is being fetched or played. */
  messageId: string | undefined
  state: 'silent' | 'loading' | 'playing'
}

interface SpeakerPorts {
  fetchSpeech: (messageId: string, signal: AbortSignal) => Promise<Blob>
  abort: (messageId: string) => void
}

export const speaker = createStore<Speaker>(() => ({ messageId: undefined, state: 'silent' }))

let running: { audio: HTMLAudioElement | undefined; stop: AbortController; address: string | undefined } | undefined

/** One voice at a time: what spoke before falls silent. */
export async function speak(messageId: string, { fetchSpeech, abort }: SpeakerPorts): Promise<void> {
  hush()
  const mine = {
    audio: undefined as HTMLAudioElement | undefined,
    stop: new AbortController(),
    address: undefined as string | undefined,
  }
  running = mine
  mine.stop.signal.addEventListener('abort', () => {
    if (!mine.audio) abort(messageId)
  })
  speaker.setState({ messageId, state: 'loading' })
  try {
    const sound = await fetchSpeech(messageId, mine.stop.signal)
    if (mine.stop.signal.aborted) return
    mine.address = URL.createObjectURL(sound)
    mine.audio = new Audio(mine.address)
    mine.audio.addEventListener('ended', hush)
    speaker.setState({ messageId, state: 'playing' })
    await mine.audio.play()
  } catch (error) {
    if (mine.stop.signal.aborted) return
    hush()
    throw error
  }
}

export function hush(): void {
  const last = running
  running = undefined
  speaker.setState({ messageId: undefined, state: 'silent' })
  if (!last) return
  last.stop.abort()
  last.audio?.pause()
  if (last.address !== undefined) URL.revokeObjectURL(last.address)
}
