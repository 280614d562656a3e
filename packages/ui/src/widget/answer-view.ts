import type { Document } from '@chatwright/core'

import type { PredictionEvent } from '../lib/prediction/prediction-events.ts'
import { asText } from '../lib/prediction/read-json.ts'
import { create } from './dom.ts'
import { markdownNodes } from './markdown.ts'
import type { Texts } from './texts.ts'

/** One answer in the log; it redraws itself at most once a frame while it is written. */
export class AnswerView {
  readonly element = create('div', { class: 'answer' })
  readonly #texts: Texts
  #text = ''
  #thinking = ''
  #sources: readonly Document[] = []
  #frame = 0
  #isOver = false
  messageId: string | undefined
  followUps: readonly string[] = []
  fault: string | undefined

  constructor(texts: Texts) {
    this.#texts = texts
    this.#draw()
  }

  get text(): string {
    return this.#text
  }

  take(event: PredictionEvent): void {
    if (event.type === 'token') this.#text += event.text
    else if (event.type === 'thinking') this.#thinking += event.text
    else if (event.type === 'sources') this.#sources = event.documents
    else if (event.type === 'metadata' || event.type === 'answered') {
      this.messageId = event.metadata.messageId
      this.followUps = event.metadata.followUps
    } else if (event.type === 'error') this.fault = event.fault.message
    else if (event.type === 'restart') this.#text = this.#thinking = ''
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0
      this.#draw()
    })
  }

  show(text: string): void {
    this.#text = text
    this.end()
  }

  end(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#isOver = true
    this.#draw()
  }

  #draw(): void {
    const parts: Node[] = []
    if (this.#thinking !== '') {
      parts.push(create('details', {}, create('summary', {}, this.#texts.thinking), this.#thinking))
    }
    parts.push(...markdownNodes(this.#text))
    if (this.#text === '' && !this.#isOver) {
      const dots = [0, 1, 2].map(() => create('i'))
      parts.push(create('div', { class: 'wait', role: 'img', 'aria-label': this.#texts.waiting }, ...dots))
    }
    if (this.#sources.length > 0) parts.push(this.#sourceList())
    this.element.replaceChildren(...parts)
  }

  #sourceList(): HTMLElement {
    const items = this.#sources.map((source, index) => {
      const title = asText(source.metadata['title']) ?? asText(source.metadata['source']) ?? this.#texts.passage
      const details = create('details', {}, create('summary', {}, `${index + 1} ${title}`), source.pageContent)
      return create('li', {}, details)
    })
    return create('ul', { class: 'sources', 'aria-label': this.#texts.sources }, ...items)
  }
}
