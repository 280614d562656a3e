import { asObject } from '../../lib/prediction/read-json.ts'
import { create } from '../dom.ts'
import type { SpeechHost, SpeechPart } from './speech-part.ts'
import { addMicrophone } from './microphone.ts'
import { addVoice } from './voice.ts'
import styles from './speech.css?raw'
import { speechTextsFor } from './speech-texts.ts'

/** Lets questions be spoken and answers be listened to, as the flow is set up. */
export function addSpeech(host: SpeechHost): SpeechPart {
  const texts = speechTextsFor(host.language)
  const notice = create('div', { class: 'speech' })
  host.composer.element.prepend(create('style', {}, styles), notice)
  const canHear = asObject(host.config['uploads'])?.['isSpeechToTextEnabled'] === true
  const microphone = canHear ? addMicrophone(host, { texts, notice }) : undefined
  const voice = host.config['isTTSEnabled'] === true ? addVoice(host, { texts, notice }) : undefined
  return {
    listenButton: (messageId) => voice?.button(messageId),
    answered: (messageId) => {
      if (host.config['isTTSAutoPlayed'] === true) voice?.speak(messageId)
    },
    rest: () => {
      microphone?.discard()
      voice?.hush()
    },
  }
}
