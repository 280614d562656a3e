import { readStarterPrompts } from '../lib/bot-config/bot-config.ts'
import { newId } from '../lib/new-id.ts'
import { asObject, asText } from '../lib/prediction/read-json.ts'
import type { JsonObject } from '../lib/prediction/read-json.ts'
import { Conversation } from '../parts/conversation/conversation.ts'
import { ConversationMemory } from '../parts/conversation/conversation-memory.ts'
import type { Turn } from '../parts/conversation/turn.ts'
import type { ChatHost, ChatPart } from './chat-part.ts'
import styles from './chat.css?raw'
import { Composer } from './composer.ts'
import { create, iconButton } from './dom.ts'
import { icons } from './icons.ts'
import { leadForm } from './lead-form.ts'
import { MarkdownView } from './markdown-view.ts'
import { richPart } from './rich-part.ts'
import type { SpeechModule, SpeechPart } from './speech/speech-part.ts'
import { openStorage } from './storage.ts'
import { TurnView } from './turn-view.ts'
import { wordsOfFault } from './fault-words.ts'

/** The window of a widget: head, conversation, composer. What is said in it is kept by the conversation, and only drawn here. */
export class ChatWindow implements ChatPart {
  readonly styles = styles
  readonly element: HTMLElement
  readonly #host: ChatHost
  readonly #memory: ConversationMemory
  readonly #conversation: Conversation
  readonly #rich
  readonly #log: HTMLElement
  readonly #greeting: MarkdownView
  readonly #prompts = create('div', { class: 'prompts', role: 'group' })
  readonly #status = create('div', { class: 'quiet', role: 'status' })
  readonly #composer: Composer
  readonly #views = new Map<string, TurnView>()
  #speech: SpeechPart | undefined
  /** The turn being answered when it was drawn last. */
  #live: string | undefined
  #hasOpened = false

  constructor(host: ChatHost) {
    const { client, texts, look } = host
    this.#host = host
    this.#rich = richPart(host.loadPart)
    this.#memory = new ConversationMemory(client.flowId, 'EXTERNAL', openStorage())
    this.#conversation = new Conversation(this.#ports())
    this.#log = create('div', { class: 'log', role: 'log', 'aria-live': 'off', 'aria-label': texts.log, tabindex: '0' })
    // A picture takes its room when it has come; whoever was at the end before is there again.
    this.#log.addEventListener('load', ({ target }) => this.#followPicture(target), { capture: true })
    this.#greeting = new MarkdownView({ rich: this.#rich, texts })
    this.#greeting.element.classList.add('answer')
    this.#greeting.show(look.welcomeMessage.trim() || texts.welcome)
    this.#log.append(this.#greeting.element)
    this.#composer = new Composer({
      texts,
      onSend: (question) => void this.#conversation.ask({ question: question.trim() }),
      onStop: () => void this.#conversation.stop(),
    })
    this.#composer.setPlaceholder(look.textInput.placeholder)
    const title = look.title.trim() || asText(host.config['name'])?.trim() || texts.title
    this.element = create(
      'section',
      { class: 'window', 'aria-label': title },
      this.#head(title),
      this.#log,
      this.#prompts,
      this.#composer.element,
      create('div', { class: 'credit' }, texts.poweredBy),
      this.#status,
    )
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') host.onClose?.()
    })
    this.#askWhoTheyAre(asObject(host.config['leads']))
    this.#conversation.store.subscribe(() => this.#draw())
    this.#draw()
    const hears = asObject(host.config['uploads'])?.['isSpeechToTextEnabled']
    if (hears || host.config['isTTSEnabled']) this.#addSpeech()
  }

  open(): void {
    this.#composer.focus()
    this.#log.scrollTop = this.#log.scrollHeight
    if (this.#hasOpened) return
    this.#hasOpened = true
    window.addEventListener('storage', this.#hearOthers)
    void this.#conversation.open()
  }

  rest(): void {
    this.#speech?.rest()
  }

  close(): void {
    this.rest()
    window.removeEventListener('storage', this.#hearOthers)
    this.#conversation.leave()
  }

  #ports() {
    const { client, look } = this.#host
    const isNewEachTime = look.generateNewSession
    if (isNewEachTime) this.#memory.forget(newId())
    const session = isNewEachTime ? { overrideConfig: { sessionId: newId() } } : {}
    return {
      memory: this.#memory,
      newId,
      now: () => Date.now(),
      abort: (chatId: string) => client.abort(chatId),
      // What is undefined is left out of the JSON.
      predict: ({ body, headers, signal }: { body: object; headers: Record<string, string>; signal: AbortSignal }) =>
        client.predict({ body: { ...body, leadEmail: this.#memory.read()?.lead?.email, ...session }, headers, signal }),
    }
  }

  /** Told only when another tab of this browser wrote. */
  readonly #hearOthers = ({ key }: StorageEvent): void => {
    if (key?.startsWith(`${this.#host.client.flowId}_`)) void this.#conversation.catchUp()
  }

  #head(title: string): HTMLElement {
    const { texts, look, onClose } = this.#host
    const anew = iconButton(texts.anew, icons.anew(), () => {
      void this.#conversation.clear().then(() => this.#composer.focus())
    })
    const head = create('header', { class: 'head' }, create('h2', {}, title), anew)
    if (look.titleAvatarSrc !== '') head.prepend(create('img', { src: look.titleAvatarSrc, alt: '' }))
    if (onClose) head.append(iconButton(texts.close, icons.close(), onClose))
    return head
  }

  /** Where it does not come, the chat is still written and read. */
  #addSpeech(): void {
    const { client, language, config, loadPart } = this.#host
    const chatId = () => this.#conversation.store.getState().chatId
    void (loadPart('widget-speech.js') as Promise<SpeechModule>).then(
      ({ addSpeech }) => {
        this.#speech = addSpeech({ composer: this.#composer, client, language, config, chatId })
        for (const view of this.#views.values()) view.addSpeech(this.#speech)
      },
      () => undefined,
    )
  }

  #askWhoTheyAre(leads: JsonObject | undefined): void {
    if (leads?.['status'] !== true || this.#memory.read()?.lead !== undefined) return
    const { client, texts } = this.#host
    const form = leadForm({
      texts,
      leads,
      onLeft: async (lead) => {
        await client.leaveLead(this.#conversation.store.getState().chatId, lead)
        this.#memory.rememberLead(lead)
        form.replaceWith(this.#composer.element)
        const thanks = asText(leads['successMessage'])
        if (thanks) this.#greeting.show(thanks)
        this.#composer.focus()
      },
    })
    this.#composer.element.replaceWith(form)
  }

  #draw(): void {
    const { turns, live } = this.#conversation.store.getState()
    const shown = live ? [...turns, live] : turns
    this.#followed(() => {
      const ids = new Set(shown.map(({ id }) => id))
      for (const [id, view] of this.#views) {
        if (ids.has(id)) continue
        view.element.remove()
        this.#views.delete(id)
      }
      for (const turn of shown) this.#viewOf(turn).show(turn, turn === live)
      this.#offer(shown.at(-1), live !== undefined)
    })
    if (live && live.id !== this.#live) this.#log.scrollTop = this.#log.scrollHeight
    this.#composer.setBusy(live !== undefined)
    this.#announce(live, turns)
    this.#live = live?.id
  }

  #viewOf(turn: Turn): TurnView {
    const known = this.#views.get(turn.id)
    if (known) return known
    const view = new TurnView({
      host: this.#host,
      conversation: this.#conversation,
      rich: this.#rich,
      hasFeedback: asObject(this.#host.config['chatFeedback'])?.['status'] === true,
    })
    if (this.#speech) view.addSpeech(this.#speech)
    this.#views.set(turn.id, view)
    this.#log.append(view.element)
    return view
  }

  /** Questions to ask with one click: those of the owner before the first, those of the answer after it. */
  #offer(last: Turn | undefined, isAnswering: boolean): void {
    const { texts, config } = this.#host
    const prompts = last ? last.answer.followUps : readStarterPrompts(config['starterPrompts'])
    this.#prompts.setAttribute('aria-label', last ? texts.followUps : texts.starters)
    this.#prompts.replaceChildren(
      ...(isAnswering ? [] : prompts).map((question) => {
        const button = create('button', { type: 'button' }, question)
        button.addEventListener('click', () => void this.#conversation.ask({ question }))
        return button
      }),
    )
  }

  /** Screen readers hear that it waits and, once, the whole answer. */
  #announce(live: Turn | undefined, turns: readonly Turn[]): void {
    const { texts, look } = this.#host
    if (live && live.id !== this.#live) this.#status.textContent = texts.waiting
    if (live || this.#live === undefined) return
    const { answer } = turns.find(({ id }) => id === this.#live) ?? {}
    if (!answer) return
    this.#status.textContent = answer.fault
      ? wordsOfFault(answer.fault, { texts, errorMessage: look.errorMessage })
      : `${texts.written} ${answer.text}`
    if (!answer.fault && answer.messageId !== undefined && answer.text !== '') this.#speech?.answered(answer.messageId)
  }

  /** Keeps the end in view, for whoever is there. */
  #followed(change: () => void): void {
    const isAtEnd = this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight < NEAR
    change()
    if (isAtEnd) this.#log.scrollTop = this.#log.scrollHeight
  }

  #followPicture(picture: EventTarget | null): void {
    const height = picture instanceof HTMLElement ? picture.offsetHeight : 0
    const below = this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight
    if (below < NEAR + height) this.#log.scrollTop = this.#log.scrollHeight
  }
}

/** How near to the end counts as being there. */
const NEAR = 60
