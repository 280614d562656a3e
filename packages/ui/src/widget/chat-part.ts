import type { BotLook } from '../lib/bot-config/bot-config.ts'
import type { JsonObject } from '../lib/prediction/read-json.ts'
import type { FlowClient } from './flow-client.ts'
import type { Texts } from './texts.ts'

/** What the bubble hands to the conversation, which arrives when somebody opens it. */
export interface ChatHost {
  client: FlowClient
  texts: Texts
  language: string
  /** The answer of `public-chatbotConfig`. */
  config: JsonObject
  look: BotLook
  /** Left out where the window cannot be closed. */
  onClose: (() => void) | undefined
  /** Brings another file of the widget. */
  loadPart: (file: string) => Promise<unknown>
}

export interface ChatPart {
  styles: string
  element: HTMLElement
  /** Shown from now on. */
  open(): void
  /** Nobody looks: no voice goes on, and no microphone. */
  rest(): void
  /** Gone for good; a run goes on and is read again when the page comes back. */
  close(): void
}

export interface ChatModule {
  openChat(host: ChatHost): ChatPart
}
