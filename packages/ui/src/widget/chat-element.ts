import { readBotLook } from '../lib/bot-config/bot-config.ts'
import type { JsonObject } from '../lib/prediction/read-json.ts'
import styles from './bubble.css?raw'
import type { ChatModule, ChatPart } from './chat-part.ts'
import { create } from './dom.ts'
import { FlowClient, Refusal } from './flow-client.ts'
import { icons } from './icons.ts'
import { lookVariables } from './look.ts'
import { themeAround } from './page-theme.ts'
import { textsFor } from './texts.ts'

/** Where this script came from: its server answers the questions, unless the element names another. */
const SCRIPT = new URL(import.meta.url)

let failures = 0

/** The other files of the widget stand beside this one, and arrive when they are needed. */
async function loadPart(file: string): Promise<unknown> {
  try {
    // Browsers keep the failure of an address: another one is tried after it.
    const address = new URL(failures === 0 ? file : `${file}?again=${failures}`, SCRIPT)
    // webpackIgnore: the bundler's own loading would weigh more than what this asks for.
    return await import(/* webpackIgnore: true */ address.href)
  } catch (error) {
    failures += 1
    throw error
  }
}

/**
 * `<chatwright-chat flow-id="…">` — a chat with a flow on any page.
 * Attributes: `mode` (`bubble`, or `page` to fill the element), `api-host`, `open`, `lang`.
 */
export class ChatwrightChat extends HTMLElement {
  static readonly observedAttributes = ['flow-id', 'api-host', 'mode']
  readonly #root = this.attachShadow({ mode: 'open' })
  #place: Place | undefined

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
      console.error('<chatwright-chat> needs the attribute flow-id: the id of the flow.')
      return
    }
    const place = new Place(this, { flowId, host: this.getAttribute('api-host') ?? SCRIPT.origin })
    this.#place = place
    void place.prepare().then((isOpen) => {
      if (isOpen && this.#place === place) place.draw(this.#root)
    })
  }

  #end(): void {
    this.#place?.leave()
    this.#place = undefined
    this.#root.replaceChildren()
  }
}

/** No flow, not without a key or its owner, or not on this site: asking again would not help. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404])

/** The chat of one flow on one page: its bubble, and its window once somebody opens it. */
class Place {
  readonly #element: HTMLElement
  readonly #client: FlowClient
  readonly #language: string
  readonly #texts
  readonly #frame: HTMLElement
  readonly #launcher: HTMLButtonElement
  readonly #isBubble: boolean
  #config: JsonObject = {}
  #chat: ChatPart | undefined
  #module: Promise<ChatModule> | undefined

  constructor(element: HTMLElement, flow: { flowId: string; host: string }) {
    this.#element = element
    this.#client = new FlowClient(flow)
    this.#language = element.closest('[lang]')?.getAttribute('lang') ?? navigator.language
    this.#texts = textsFor(this.#language)
    this.#isBubble = element.getAttribute('mode') !== 'page'
    this.#frame = create('div', { class: this.#isBubble ? 'frame bubble' : 'frame page' })
    const label = { 'aria-label': this.#texts.open, title: this.#texts.open }
    this.#launcher = create('button', { class: 'launcher', type: 'button', ...label }, icons.chat())
    this.#launcher.addEventListener('click', () => void this.#open())
    for (const sign of ['pointerenter', 'focus']) this.#launcher.addEventListener(sign, () => void this.#load())
  }

  /** Whether there is a chat for this page. A server that cannot be reached now may be when somebody asks. */
  async prepare(): Promise<boolean> {
    try {
      this.#config = await this.#client.readConfig()
      if (this.#config['isOpen'] !== false) return true
      console.error('<chatwright-chat> shows no chat: this flow needs a key, or answers its owner only.')
      return false
    } catch (error) {
      const isRefused = error instanceof Refusal && REFUSALS.has(error.status)
      if (isRefused) console.error(`<chatwright-chat> shows no chat on ${location.origin}: ${error.message}`)
      return !isRefused
    }
  }

  draw(root: ShadowRoot): void {
    const look = readBotLook(this.#config)
    this.#frame.dataset['theme'] = themeAround(this.#element, look)
    for (const [name, value] of Object.entries(lookVariables(look))) this.#frame.style.setProperty(name, value)
    if (this.#isBubble) this.#frame.append(this.#launcher)
    root.replaceChildren(create('style', {}, styles), this.#frame)
    if (!this.#isBubble || this.#element.hasAttribute('open')) void this.#open()
  }

  leave(): void {
    this.#chat?.close()
  }

  async #open(): Promise<void> {
    const chat = await this.#load()
    if (!chat || !this.#frame.isConnected) return
    this.#frame.toggleAttribute('data-open', true)
    this.#launcher.hidden = true
    chat.open()
  }

  #close(): void {
    this.#frame.toggleAttribute('data-open', false)
    this.#launcher.hidden = false
    this.#chat?.rest()
    this.#launcher.focus()
  }

  async #load(): Promise<ChatPart | undefined> {
    this.#forgetFault()
    try {
      this.#module ??= loadPart('widget-chat.js') as Promise<ChatModule>
      const { openChat } = await this.#module
      this.#chat ??= this.#show(openChat)
      return this.#chat
    } catch (error) {
      // The next click tries again.
      this.#module = undefined
      this.#forgetFault()
      console.error('<chatwright-chat> could not load its chat.', error)
      this.#frame.append(create('div', { class: 'fault', role: 'alert' }, this.#texts.notLoaded))
      return undefined
    }
  }

  #forgetFault(): void {
    this.#frame.querySelector(':scope > .fault')?.remove()
  }

  #show(openChat: ChatModule['openChat']): ChatPart {
    const chat = openChat({
      client: this.#client,
      texts: this.#texts,
      language: this.#language,
      config: this.#config,
      look: readBotLook(this.#config),
      onClose: this.#isBubble ? () => this.#close() : undefined,
      loadPart,
    })
    this.#frame.prepend(create('style', {}, chat.styles), chat.element)
    return chat
  }
}
