import { readBotLook } from '../lib/bot-config/bot-config.ts'
import { ChatWindow } from './chat-window.ts'
import { create } from './dom.ts'
import { icons } from './icons.ts'
import { FlowClient } from './flow-client.ts'
import { lookVariables } from './look.ts'
import type { SpeechModule } from './speech/speech-part.ts'
import styles from './styles.css?raw'
import { textsFor } from './texts.ts'

/** Where this script came from: its server answers the questions, unless the element names another. */
const SCRIPT = new URL(import.meta.url)

/** A file of its own beside this one. */
const loadSpeech = (): Promise<SpeechModule> =>
  // webpackIgnore: the bundler's own loading would weigh more than what this asks for.
  import(/* webpackIgnore: true */ new URL('widget-speech.js', SCRIPT).href) as Promise<SpeechModule>

/**
 * `<chatwright-chat flow-id="…">` — a chat with a flow on any page.
 * Attributes: `mode` (`bubble`, or `page` to fill the element), `api-host`, `open`, `lang`.
 */
export class ChatwrightChat extends HTMLElement {
  static readonly observedAttributes = ['flow-id', 'api-host', 'mode']
  readonly #root = this.attachShadow({ mode: 'open' })
  #window: ChatWindow | undefined

  connectedCallback(): void {
    this.#start()
  }

  disconnectedCallback(): void {
    this.#end()
  }

  attributeChangedCallback(_: string, before: string | null, after: string | null): void {
    if (this.isConnected && before !== after && before !== null) this.#start()
  }

  #start(): void {
    this.#end()
    const flowId = this.getAttribute('flow-id') ?? ''
    if (flowId === '') {
      console.error('<chatwright-chat> needs the attribute flow-id: the id of the chat flow.')
      return
    }
    const language = this.closest('[lang]')?.getAttribute('lang') ?? navigator.language
    const texts = textsFor(language)
    const client = new FlowClient({ host: this.getAttribute('api-host') ?? SCRIPT.origin, flowId })
    const isBubble = this.getAttribute('mode') !== 'page'
    const onClose = isBubble ? () => this.#show(false) : undefined
    const chat = new ChatWindow({ client, texts, language, loadSpeech, onClose })
    this.#window = chat
    const frame = create('div', { class: isBubble ? 'frame bubble' : 'frame page' })
    frame.append(chat.element)
    this.#root.replaceChildren(create('style', {}, styles), frame)
    if (isBubble) {
      const launcher = create('button', { class: 'launcher', type: 'button', 'aria-label': texts.open }, icons.chat())
      launcher.addEventListener('click', () => this.#show(true))
      frame.append(launcher)
      this.#show(this.hasAttribute('open'))
    } else chat.open()
    void client.readConfig().then((config) => {
      for (const [name, value] of Object.entries(lookVariables(readBotLook(config))))
        frame.style.setProperty(name, value)
      chat.dress(config)
    })
  }

  #show(isOpen: boolean): void {
    const frame = this.#root.querySelector('.frame')
    const launcher = this.#root.querySelector<HTMLButtonElement>('.launcher')
    if (!frame || !launcher) return
    frame.toggleAttribute('data-open', isOpen)
    launcher.hidden = isOpen
    if (isOpen) this.#window?.open()
    else {
      this.#window?.rest()
      if (this.#root.activeElement) launcher.focus()
    }
  }

  #end(): void {
    this.#window?.close()
    this.#window = undefined
    this.#root.replaceChildren()
  }
}
