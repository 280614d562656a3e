import { readSound } from '../../lib/speech/read-sound.ts'
import { createSpeaker, isPlayBlocked } from '../../lib/speech/speaker.ts'
import { create } from '../dom.ts'
import { icon, icons } from '../icons.ts'
import type { SpeechHost } from './speech-part.ts'
import { fill } from './speech-texts.ts'
import type { SpeechTexts } from './speech-texts.ts'

interface Voice {
  button(messageId: string): HTMLElement
  speak(messageId: string): void
  hush(): void
}

const voiceIcon = icon('M11 5L6 9H3v6h3l5 4z', 'M15 9a4 4 0 0 1 0 6', 'M18 6a8 8 0 0 1 0 12')

/** Speaks answers, one at a time. */
export function addVoice(host: SpeechHost, { texts, notice }: { texts: SpeechTexts; notice: HTMLElement }): Voice {
  const speaker = createSpeaker()

  const speak = (messageId: string) => {
    notice.replaceChildren()
    const answer = { chatflowId: host.client.flowId, chatId: host.chatId(), chatMessageId: messageId }
    speaker
      .speak(messageId, {
        fetchSpeech: async (_, signal) => readSound(await host.client.post('/text-to-speech/generate', answer, signal)),
        abort: () => void host.client.post('/text-to-speech/abort', answer).catch(() => undefined),
      })
      .catch((error: unknown) => {
        const message = error instanceof Error ? error.message : ''
        const words = isPlayBlocked(error) ? texts.speechBlocked : fill(texts.speechFailed, { message })
        notice.replaceChildren(create('p', { role: 'alert' }, words))
      })
  }

  return {
    speak,
    hush: speaker.hush,
    button(messageId) {
      const button = create('button', { type: 'button' })
      const draw = () => {
        const isSilent = speaker.store.getState().messageId !== messageId
        const label = isSilent ? texts.listen : texts.silence
        button.setAttribute('aria-label', label)
        button.title = label
        button.replaceChildren(isSilent ? voiceIcon() : icons.stop())
      }
      draw()
      speaker.store.subscribe(draw)
      button.addEventListener('click', () => {
        if (speaker.store.getState().messageId === messageId) speaker.hush()
        else speak(messageId)
      })
      return button
    },
  }
}
