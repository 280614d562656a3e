import { readStarterPrompts } from '../lib/bot-config/bot-config.ts'
import { AnswerLost } from '../lib/prediction/ask-flow.ts'
import { asObject, asText } from '../lib/prediction/read-json.ts'
import type { JsonObject } from '../lib/prediction/read-json.ts'
import { AnswerView } from './answer-view.ts'
import { ChatMemory } from './chat-memory.ts'
import type { WidgetTurn } from './chat-memory.ts'
import { Composer } from './composer.ts'
import { create } from './dom.ts'
import { Refusal } from './flow-client.ts'
import type { FlowClient } from './flow-client.ts'
import { icons } from './icons.ts'
import { leadForm } from './lead-form.ts'
import { markdownNodes } from './markdown.ts'
import type { SpeechModule, SpeechPart } from './speech/speech-part.ts'
import type { Texts } from './texts.ts'

interface Running {
  idempotencyKey: string
  firstEventId?: string
  replaces?: string | undefined
}

interface ChatWindowOptions {
  client: FlowClient
  texts: Texts
  /** Brings the part that listens and speaks; a flow that does neither never asks for it. */
  loadSpeech: () => Promise<SpeechModule>
  language: string
  /** Left out where the window cannot be closed. */
  onClose: (() => void) | undefined
}

/** The window of a widget: head, conversation, composer. */
export class ChatWindow {
  readonly element: HTMLElement
  readonly #client: FlowClient
  readonly #texts: Texts
  readonly #memory: ChatMemory
  readonly #title = create('h2')
  readonly #log: HTMLElement
  readonly #prompts: HTMLElement
  readonly #status = create('div', { class: 'quiet', role: 'status' })
  readonly #composer: Composer
  readonly #turns: WidgetTurn[]
  readonly #language: string
  readonly #loadSpeech: () => Promise<SpeechModule>
  #speech: SpeechPart | undefined
  #chatId: string
  #starters: readonly string[] = []
  #welcome = ''
  #errorMessage = ''
  #hasFeedback = false
  #isOpened = false
  /** Reads the answer being written. */
  #controller: AbortController | undefined
  /** Waits for the suggestions of an answer that is whole. */
  #afterwards: AbortController | undefined

  constructor({ client, texts, language, loadSpeech, onClose }: ChatWindowOptions) {
    this.#client = client
    this.#texts = texts
    this.#language = language
    this.#loadSpeech = loadSpeech
    this.#memory = new ChatMemory(client.flowId)
    this.#turns = this.#memory.turns()
    this.#chatId = this.#memory.chatId ?? client.newId()
    if (this.#memory.chatId === undefined) this.#memory.begin(this.#chatId)
    this.#log = create('div', { class: 'log', role: 'log', 'aria-live': 'off', 'aria-label': texts.log, tabindex: '0' })
    // A picture takes its room when it has come; whoever was at the end before is there again.
    this.#log.addEventListener('load', ({ target }) => this.#followPicture(target), { capture: true })
    this.#prompts = create('div', { class: 'prompts', role: 'group' })
    this.#composer = new Composer({
      texts,
      onSend: (question) => void this.#ask(question),
      onStop: () => void this.#stop(),
    })
    this.#title.textContent = texts.title
    this.element = create(
      'section',
      { class: 'window', 'aria-label': texts.title },
      this.#head(onClose),
      this.#log,
      this.#prompts,
      this.#composer.element,
      create('div', { class: 'credit' }, texts.poweredBy),
      this.#status,
    )
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') onClose?.()
    })
  }

  /** What the owner configured: words, suggestions, feedback, the form before the first question. */
  dress(config: JsonObject): void {
    const title = asText(config['title'])?.trim()
    if (title) this.#title.textContent = title
    const avatar = asText(config['titleAvatarSrc'])
    if (avatar) this.#title.before(create('img', { src: avatar, alt: '' }))
    this.#welcome = asText(config['welcomeMessage']) ?? ''
    this.#errorMessage = asText(config['errorMessage']) ?? ''
    this.#hasFeedback = asObject(config['chatFeedback'])?.['status'] === true
    this.#composer.setPlaceholder(asText(asObject(config['textInput'])?.['placeholder']) ?? '')
    this.#starters = readStarterPrompts(config['starterPrompts'])
    this.#askWhoTheyAre(asObject(config['leads']))
    this.#drawLog()
    const hears = asObject(config['uploads'])?.['isSpeechToTextEnabled']
    if (hears || config['isTTSEnabled']) this.#addSpeech(config)
  }

  /** Where it does not come, the chat is still written and read. */
  #addSpeech(config: JsonObject): void {
    void this.#loadSpeech().then(
      ({ addSpeech }) => {
        const chatId = () => this.#chatId
        const [composer, client, language] = [this.#composer, this.#client, this.#language]
        this.#speech = addSpeech({ composer, client, language, config, chatId })
        this.#drawLog()
      },
      () => undefined,
    )
  }

  open(): void {
    this.#composer.focus()
    if (this.#isOpened) return
    this.#isOpened = true
    this.#drawLog()
    const { pending } = this.#memory
    if (pending) void this.#answer(pending.question, pending)
  }

  /** Nobody looks: no voice goes on, and no microphone. */
  rest(): void {
    this.#speech?.rest()
  }

  close(): void {
    this.rest()
    this.#controller?.abort()
    this.#afterwards?.abort()
  }

  #head(onClose: (() => void) | undefined): HTMLElement {
    const anew = iconButton(this.#texts.anew, icons.anew(), () => this.#startAnew())
    const head = create('header', { class: 'head' }, this.#title, anew)
    if (onClose) head.append(iconButton(this.#texts.close, icons.close(), onClose))
    return head
  }

  #askWhoTheyAre(leads: JsonObject | undefined): void {
    if (leads?.['status'] !== true || this.#memory.hasLead) return
    const form = leadForm({
      texts: this.#texts,
      leads,
      onLeft: async (lead) => {
        await this.#client.leaveLead(this.#chatId, lead)
        this.#memory.keep({ lead })
        form.replaceWith(this.#composer.element)
        this.#welcome = asText(leads['successMessage']) || this.#welcome
        this.#drawLog()
        this.#composer.focus()
      },
    })
    this.#composer.element.replaceWith(form)
  }

  #startAnew(): void {
    this.close()
    this.#chatId = this.#client.newId()
    this.#memory.begin(this.#chatId)
    this.#turns.length = 0
    this.#drawLog()
    this.#composer.focus()
  }

  #drawLog(): void {
    if (this.#controller) return
    this.#log.replaceChildren()
    if (this.#welcome !== '') this.#log.append(create('div', { class: 'answer' }, ...markdownNodes(this.#welcome)))
    for (const turn of this.#turns) {
      const answer = this.#answerView()
      answer.show({ text: turn.answer, artifacts: turn.artifacts })
      this.#log.append(this.#questionView(turn.question), answer.element)
      this.#addFoot(turn)
    }
    this.#offer(this.#turns.length > 0 ? [] : this.#starters, this.#texts.starters)
    this.#log.scrollTop = this.#log.scrollHeight
  }

  /** Questions to ask with one click. */
  #offer(prompts: readonly string[], label: string): void {
    this.#prompts.setAttribute('aria-label', label)
    this.#prompts.replaceChildren(
      ...prompts.map((prompt) => {
        const button = create('button', { type: 'button' }, prompt)
        button.addEventListener('click', () => void this.#ask(prompt))
        return button
      }),
    )
  }

  #answerView(): AnswerView {
    const chatId = this.#chatId
    return new AnswerView({ texts: this.#texts, addressOf: (name) => this.#client.fileAddress(chatId, name) })
  }

  #questionView(question: string): HTMLElement {
    return create('div', { class: 'question' }, create('span', { class: 'quiet' }, this.#texts.you), question)
  }

  async #ask(question: string, replaces?: string): Promise<void> {
    if (this.#controller || question.trim() === '') return
    this.#afterwards?.abort()
    await this.#answer(question.trim(), { idempotencyKey: this.#client.newId(), replaces })
  }

  async #stop(): Promise<void> {
    await this.#client.abort(this.#chatId).catch(() => undefined)
    this.#controller?.abort()
  }

  async #answer(question: string, run: Running): Promise<void> {
    const controller = new AbortController()
    this.#controller = controller
    const { idempotencyKey, firstEventId, replaces } = run
    const view = this.#answerView()
    const asked = this.#questionView(question)
    let runId: string | undefined
    this.#offer([], '')
    this.#log.append(asked, view.element)
    this.#log.scrollTop = this.#log.scrollHeight
    this.#composer.setBusy(true)
    this.#status.textContent = this.#texts.waiting
    let failure: string | undefined
    try {
      const events = this.#client.ask({
        question,
        chatId: this.#chatId,
        idempotencyKey,
        resumeAfter: firstEventId,
        leadEmail: this.#memory.leadEmail,
        replaces,
        signal: controller.signal,
        onRun: (beforeFirst) => {
          runId = beforeFirst.replace(/:\d+$/, '')
          this.#memory.keep({ pending: { idempotencyKey, firstEventId: beforeFirst, question } })
        },
      })
      for await (const event of events) {
        if (this.#controller === controller) this.#followed(() => view.take(event))
        else if (event.type === 'run-end') this.#followed(() => this.#offerNext(event.followUpPrompts ?? []))
        // The answer is whole: the person goes on, and suggestions come if they come in time.
        if (event.type === 'answered') {
          this.#afterwards = controller
          this.#finish(view, question)
        }
      }
      failure = view.hasFailed ? this.#errorMessage || this.#texts.failed : undefined
    } catch (error) {
      if (!controller.signal.aborted) failure = this.#wordsFor(error)
    }
    if (this.#controller !== controller) return
    const turn = this.#finish(view, question, failure)
    if (failure === undefined) this.#followed(() => this.#offerNext(view.followUps))
    else {
      const retry = (): void => {
        if (turn) this.#turns.splice(this.#turns.indexOf(turn), 1)
        asked.remove()
        view.element.remove()
        void this.#ask(question, view.messageId ?? runId ?? replaces)
      }
      this.#showFault(failure, retry)
    }
  }

  #offerNext(followUps: readonly string[]): void {
    this.#offer(followUps, this.#texts.followUps)
  }

  #finish(view: AnswerView, question: string, failure?: string): WidgetTurn | undefined {
    this.#controller = undefined
    this.#followed(() => view.end())
    this.#composer.setBusy(false)
    this.#status.textContent = failure ?? `${this.#texts.written} ${view.text}`
    this.#memory.keep({ pending: null })
    const { text, artifacts, messageId } = view
    if (text === '' && artifacts.length === 0) return undefined
    const turn: WidgetTurn = { question, answer: text, artifacts, messageId }
    this.#turns.push(turn)
    this.#memory.keep({ turns: this.#turns })
    this.#followed(() => this.#addFoot(turn))
    if (failure === undefined && messageId !== undefined && text !== '') this.#speech?.answered(messageId)
    return turn
  }

  #showFault(message: string, onRetry: () => void): void {
    const retry = create('button', { type: 'button' }, this.#texts.retry)
    const card = create('div', { class: 'fault', role: 'alert' }, create('div', {}, message), retry)
    retry.addEventListener('click', () => {
      card.remove()
      onRetry()
    })
    this.#followed(() => this.#log.append(card))
  }

  /** The owner's words for a refusal are meant for visitors; causes are not. */
  #wordsFor(error: unknown): string {
    if (error instanceof AnswerLost) return this.#texts.lost
    if (error instanceof Refusal && error.message !== '' && error.status < 500) return error.message
    return this.#errorMessage || this.#texts.failed
  }

  #addFoot({ messageId, answer }: WidgetTurn): void {
    if (messageId === undefined) return
    const foot = create('div', { class: 'foot' })
    if (this.#hasFeedback) this.#addThumbs(foot, messageId)
    const listen = answer === '' ? undefined : this.#speech?.listenButton(messageId)
    if (listen) foot.append(listen)
    if (foot.firstChild) this.#log.append(foot)
  }

  #addThumbs(foot: HTMLElement, messageId: string): void {
    for (const isGood of [true, false]) {
      const label = isGood ? this.#texts.up : this.#texts.down
      const attributes = { type: 'button', 'aria-pressed': 'false', 'aria-label': label, title: label }
      const button = create('button', attributes, isGood ? icons.up() : icons.down())
      button.addEventListener('click', () => {
        for (const other of foot.querySelectorAll('[aria-pressed]')) {
          other.setAttribute('aria-pressed', String(other === button))
        }
        void this.#client.rate({ chatId: this.#chatId, messageId, isGood }).catch(() => {
          button.setAttribute('aria-pressed', 'false')
        })
      })
      foot.append(button)
    }
  }

  /** Keeps the end in view, for whoever is there. */
  #followed(change: () => void): void {
    const isAtEnd = this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight < NEAR
    change()
    if (isAtEnd) requestAnimationFrame(() => (this.#log.scrollTop = this.#log.scrollHeight))
  }

  #followPicture(picture: EventTarget | null): void {
    const height = picture instanceof HTMLElement ? picture.offsetHeight : 0
    const below = this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight
    if (below < NEAR + height) this.#log.scrollTop = this.#log.scrollHeight
  }
}

/** How near to the end counts as being there. */
const NEAR = 60

function iconButton(label: string, icon: Node, onClick: () => void): HTMLElement {
  const button = create('button', { class: 'icon', type: 'button', 'aria-label': label, title: label }, icon)
  button.addEventListener('click', onClick)
  return button
}
