import type { Artifact, Document } from '@chatwright/core'

import { isPicture, storedName } from '../lib/prediction/artifact-file.ts'
import type { PredictionEvent } from '../lib/prediction/prediction-events.ts'
import { asText } from '../lib/prediction/read-json.ts'
import { create } from './dom.ts'
import { markdownNodes } from './markdown.ts'
import type { Texts } from './texts.ts'

/** One answer in the log; it redraws itself at most once a frame while it is written. */
export class AnswerView {
  readonly element = create('div', { class: 'answer' })
  readonly #texts: Texts
  readonly #addressOf: (fileName: string) => string
  #text = ''
  #thinking = ''
  #sources: readonly Document[] = []
  #artifacts: readonly Artifact[] = []
  #frame = 0
  #isOver = false
  messageId: string | undefined
  followUps: readonly string[] = []
  fault: string | undefined

  /** `addressOf` says where a file of this conversation is found. */
  constructor({ texts, addressOf }: { texts: Texts; addressOf: (fileName: string) => string }) {
    this.#texts = texts
    this.#addressOf = addressOf
    this.#draw()
  }

  get text(): string {
    return this.#text
  }

  get artifacts(): readonly Artifact[] {
    return this.#artifacts
  }

  take(event: PredictionEvent): void {
    if (event.type === 'token') this.#text += event.text
    else if (event.type === 'thinking') this.#thinking += event.text
    else if (event.type === 'sources') this.#sources = event.documents
    else if (event.type === 'artifacts') this.#artifacts = event.artifacts
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

  show({ text, artifacts }: { text: string; artifacts: readonly Artifact[] }): void {
    this.#text = text
    this.#artifacts = artifacts
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
    parts.push(...this.#pictures())
    if (this.#sources.length > 0) parts.push(this.#sourceList())
    this.element.replaceChildren(...parts)
  }

  /** Each opens in full in a tab of its own: the window is small. */
  #pictures(): HTMLElement[] {
    return this.#artifacts.filter(isPicture).map((artifact) => {
      const name = storedName(artifact)
      const address = name === undefined ? `data:image/${artifact.type};base64,${artifact.data}` : this.#addressOf(name)
      const image = create('img', { src: address, alt: artifact.description ?? this.#texts.picture })
      return create('a', { class: 'picture', href: address, target: '_blank', rel: 'noopener' }, image)
    })
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
