import type { Composer } from '../composer.ts'
import type { FlowClient } from '../flow-client.ts'

/** What the widget hands to the part that listens and speaks, which arrives only where a flow needs it. */
export interface SpeechHost {
  composer: Pick<Composer, 'element' | 'write'>
  client: Pick<FlowClient, 'flowId' | 'post'>
  language: string
  /** The answer of `public-chatbotConfig`. */
  config: Readonly<Record<string, unknown>>
  chatId(): string
}

export interface SpeechPart {
  /** A button that speaks an answer, where answers can be listened to. */
  listenButton(messageId: string): HTMLElement | undefined
  /** Plays an answer that is complete, where the owner wants that. */
  answered(messageId: string): void
  /** Falls silent and lets go of the microphone. */
  rest(): void
}

export interface SpeechModule {
  addSpeech(host: SpeechHost): SpeechPart
}
