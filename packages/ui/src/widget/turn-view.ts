import type { Conversation } from '../parts/conversation/conversation.ts'
import type { Turn } from '../parts/conversation/turn.ts'
import { AnswerView } from './answer-view.ts'
import type { ChatHost } from './chat-part.ts'
import { create } from './dom.ts'
import { wordsOfFault } from './fault-words.ts'
import { icons } from './icons.ts'
import type { RichPart } from './rich-part.ts'
import type { SpeechPart } from './speech/speech-part.ts'

interface TurnViewOptions {
  host: ChatHost
  conversation: Conversation
  rich: RichPart
  hasFeedback: boolean
}

/** A question with its answer, and what can be done with it. */
export class TurnView {
  readonly element: HTMLElement
  readonly #options: TurnViewOptions
  readonly #question = create('div', { class: 'question' })
  readonly #answer: AnswerView
  readonly #after = create('div', { class: 'after' })
  #speech: SpeechPart | undefined
  #shown: Turn | undefined

  constructor(options: TurnViewOptions) {
    const { host, conversation, rich } = options
    this.#options = options
    this.#answer = new AnswerView({
      texts: host.texts,
      rich,
      addressOf: (name) => host.client.fileAddress(conversation.store.getState().chatId, name),
    })
    this.element = create('div', { class: 'turn' }, this.#question, this.#answer.element, this.#after)
  }

  show(turn: Turn, isLive: boolean): void {
    if (this.#shown === turn) return
    const { texts } = this.#options.host
    if (this.#shown?.question !== turn.question) {
      this.#question.replaceChildren(create('span', { class: 'quiet' }, texts.you), turn.question)
    }
    this.#shown = turn
    this.#answer.show(turn.answer, isLive)
    if (isLive) this.#after.replaceChildren()
    else this.#drawAfter(turn)
  }

  addSpeech(speech: SpeechPart): void {
    this.#speech = speech
    if (this.#shown) this.#drawAfter(this.#shown)
  }

  #drawAfter(turn: Turn): void {
    const { answer } = turn
    const parts: HTMLElement[] = []
    if (answer.fault) parts.push(this.#faultCard(turn))
    const buttons: HTMLElement[] = []
    if (answer.messageId !== undefined && this.#options.hasFeedback) buttons.push(...this.#thumbs(turn))
    const listen =
      answer.messageId === undefined || answer.text === '' ? undefined : this.#speech?.listenButton(answer.messageId)
    if (listen) buttons.push(listen)
    if (buttons.length > 0) parts.push(create('div', { class: 'foot' }, ...buttons))
    this.#after.replaceChildren(...parts)
  }

  #faultCard({ id, answer }: Turn): HTMLElement {
    const { host, conversation } = this.#options
    const retry = create('button', { type: 'button' }, host.texts.retry)
    retry.addEventListener('click', () => void conversation.askAgain(id))
    const words = wordsOfFault(answer.fault ?? { message: '' }, {
      texts: host.texts,
      errorMessage: host.look.errorMessage,
    })
    return create('div', { class: 'fault', role: 'alert' }, create('div', {}, words), retry)
  }

  #thumbs({ id, answer }: Turn): HTMLElement[] {
    const { host, conversation } = this.#options
    return ([true, false] as const).map((isGood) => {
      const rating = isGood ? 'THUMBS_UP' : 'THUMBS_DOWN'
      const label = isGood ? host.texts.up : host.texts.down
      const pressed = String(answer.feedback?.rating === rating)
      const attributes = { type: 'button', 'aria-pressed': pressed, 'aria-label': label, title: label }
      const button = create('button', attributes, isGood ? icons.up() : icons.down())
      button.addEventListener('click', () => {
        const before = answer.feedback
        conversation.setFeedback(id, { rating, content: '' })
        const { chatId } = conversation.store.getState()
        host.client.rate({ chatId, messageId: answer.messageId ?? '', isGood }).catch(() => {
          conversation.setFeedback(id, before)
        })
      })
      return button
    })
  }
}
