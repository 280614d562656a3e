import type { Artifact, Document } from '@chatwright/core'

import { isPicture, storedName } from '../lib/prediction/artifact-file.ts'
import { asText } from '../lib/prediction/read-json.ts'
import type { Answer } from '../parts/conversation/turn.ts'
import { create } from './dom.ts'
import { MarkdownView } from './markdown-view.ts'
import type { RichPart } from './rich-part.ts'
import type { Texts } from './texts.ts'

interface AnswerViewOptions {
  texts: Texts
  rich: RichPart
  /** Where a file of this conversation is found. */
  addressOf: (fileName: string) => string
}

/** One answer in the log. Of what is written, only what changed is drawn again. */
export class AnswerView {
  readonly element: HTMLElement
  readonly #options: AnswerViewOptions
  readonly #before = create('div')
  readonly #body: MarkdownView
  readonly #wait: HTMLElement
  readonly #below = create('div')
  #shown: Answer | undefined

  constructor(options: AnswerViewOptions) {
    this.#options = options
    this.#body = new MarkdownView(options)
    const dots = [0, 1, 2].map(() => create('i'))
    this.#wait = create('div', { class: 'wait', role: 'img', 'aria-label': options.texts.waiting }, ...dots)
    this.element = create('div', { class: 'answer' }, this.#before, this.#body.element, this.#wait, this.#below)
  }

  show(answer: Answer, isLive: boolean): void {
    const { text, thinking, artifacts, sources } = answer
    this.#body.show(text, isLive)
    this.#wait.hidden = !isLive || text !== ''
    if (thinking?.text !== this.#shown?.thinking?.text) {
      const summary = create('summary', {}, this.#options.texts.thinking)
      this.#before.replaceChildren(...(thinking ? [create('details', {}, summary, thinking.text)] : []))
    }
    if (artifacts !== this.#shown?.artifacts || sources !== this.#shown.sources) {
      this.#below.replaceChildren(...this.#pictures(artifacts), ...this.#sourceList(sources))
    }
    this.#shown = answer
    this.element.hidden = !isLive && text === '' && !thinking && artifacts.length === 0 && sources.length === 0
  }

  /** Each opens in full in a tab of its own: the window is small. */
  #pictures(artifacts: readonly Artifact[]): HTMLElement[] {
    return artifacts.filter(isPicture).map((artifact) => {
      const name = storedName(artifact)
      const address =
        name === undefined ? `data:image/${artifact.type};base64,${artifact.data}` : this.#options.addressOf(name)
      const image = create('img', { src: address, alt: artifact.description ?? this.#options.texts.picture })
      return create('a', { class: 'picture', href: address, target: '_blank', rel: 'noopener' }, image)
    })
  }

  #sourceList(sources: readonly Document[]): HTMLElement[] {
    if (sources.length === 0) return []
    const { texts } = this.#options
    const items = sources.map((source, index) => {
      const title = asText(source.metadata['title']) ?? asText(source.metadata['source']) ?? texts.passage
      const details = create('details', {}, create('summary', {}, `${index + 1} ${title}`), source.pageContent)
      return create('li', {}, details)
    })
    return [create('ul', { class: 'sources', 'aria-label': texts.sources }, ...items)]
  }
}
