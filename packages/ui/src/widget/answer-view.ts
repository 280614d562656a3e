import { foldEvent, UNBEGUN } from '@chatwright/core/run'
import type { Artifact, Document } from '@chatwright/core'

import { isPicture, storedName } from '../lib/prediction/artifact-file.ts'
import type { ToldEvent } from '../lib/prediction/ask-flow.ts'
import { asText } from '../lib/prediction/read-json.ts'
import { create } from './dom.ts'
import { markdownNodes } from './markdown.ts'
import type { Texts } from './texts.ts'

/** One answer in the log; it redraws itself at most once a frame while it is written. */
export class AnswerView {
  readonly element = create('div', { class: 'answer' })
  readonly #texts: Texts
  readonly #addressOf: (fileName: string) => string
  #outcome = UNBEGUN
  #frame = 0
  #isOver = false

  /** `addressOf` says where a file of this conversation is found. */
  constructor({ texts, addressOf }: { texts: Texts; addressOf: (fileName: string) => string }) {
    this.#texts = texts
    this.#addressOf = addressOf
    this.#draw()
  }

  get text(): string {
    return this.#outcome.text
  }

  get artifacts(): readonly Artifact[] {
    return this.#outcome.artifacts ?? []
  }

  get messageId(): string | undefined {
    return this.#outcome.messageId
  }

  get followUps(): readonly string[] {
    return this.#outcome.followUpPrompts ?? []
  }

  get hasFailed(): boolean {
    return this.#outcome.fault !== undefined
  }

  take(event: ToldEvent): void {
    this.#outcome = event.type === 'restart' ? UNBEGUN : foldEvent(this.#outcome, event)
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0
      this.#draw()
    })
  }

  show({ text, artifacts }: { text: string; artifacts: readonly Artifact[] }): void {
    this.#outcome = { ...UNBEGUN, text, artifacts: [...artifacts] }
    this.end()
  }

  end(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#isOver = true
    this.#draw()
  }

  #draw(): void {
    const { text, thinking } = this.#outcome
    const parts: Node[] = []
    if (thinking) parts.push(create('details', {}, create('summary', {}, this.#texts.thinking), thinking.text))
    parts.push(...markdownNodes(text))
    if (text === '' && !this.#isOver) {
      const dots = [0, 1, 2].map(() => create('i'))
      parts.push(create('div', { class: 'wait', role: 'img', 'aria-label': this.#texts.waiting }, ...dots))
    }
    parts.push(...this.#pictures())
    if (this.#outcome.sourceDocuments?.length) parts.push(this.#sourceList(this.#outcome.sourceDocuments))
    this.element.replaceChildren(...parts)
  }

  /** Each opens in full in a tab of its own: the window is small. */
  #pictures(): HTMLElement[] {
    return this.artifacts.filter(isPicture).map((artifact) => {
      const name = storedName(artifact)
      const address = name === undefined ? `data:image/${artifact.type};base64,${artifact.data}` : this.#addressOf(name)
      const image = create('img', { src: address, alt: artifact.description ?? this.#texts.picture })
      return create('a', { class: 'picture', href: address, target: '_blank', rel: 'noopener' }, image)
    })
  }

  #sourceList(sources: readonly Document[]): HTMLElement {
    const items = sources.map((source, index) => {
      const title = asText(source.metadata['title']) ?? asText(source.metadata['source']) ?? this.#texts.passage
      const details = create('details', {}, create('summary', {}, `${index + 1} ${title}`), source.pageContent)
      return create('li', {}, details)
    })
    return create('ul', { class: 'sources', 'aria-label': this.#texts.sources }, ...items)
  }
}
