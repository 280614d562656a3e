import { splitBlocks } from '../components/markdown/split-blocks.ts'
import { create } from './dom.ts'
import { blockNodes } from './markdown.ts'
import type { RichModule, RichPart } from './rich-part.ts'
import type { Texts } from './texts.ts'

interface Block {
  text: string
  isLive: boolean
  element: HTMLElement
}

/** A text in Markdown that may still be written: a block that did not change is not drawn again, and keeps its place. */
export class MarkdownView {
  readonly element = create('div', { class: 'markdown' })
  readonly #rich: RichPart
  readonly #texts: Texts
  readonly #blocks: Block[] = []

  constructor({ rich, texts }: { rich: RichPart; texts: Texts }) {
    this.#rich = rich
    this.#texts = texts
  }

  show(text: string, isWriting = false): void {
    const texts = splitBlocks(text)
    for (const [index, block] of texts.entries()) {
      this.#showBlock(index, block, isWriting && index === texts.length - 1)
    }
    for (const { element } of this.#blocks.splice(texts.length)) element.remove()
  }

  #showBlock(index: number, text: string, isLive: boolean): void {
    const shown = this.#blocks[index]
    if (shown?.text === text && shown.isLive === isLive) return
    const element = create('div', { class: 'block' }, ...blockNodes(text, this.#texts))
    this.#enrich(element, isLive)
    if (shown) shown.element.replaceWith(element)
    else this.element.append(element)
    this.#blocks[index] = { text, isLive, element }
  }

  /** Colouring code at each word would cost more than it shows; a formula is set as soon as it is whole. */
  #enrich(element: HTMLElement, isLive: boolean): void {
    const formulas = [...element.querySelectorAll<HTMLElement>('[data-math]')]
    const code = isLive ? [] : [...element.querySelectorAll<HTMLElement>('code[data-language]')]
    if (formulas.length === 0 && code.length === 0) return
    this.#rich.use((rich) => {
      for (const formula of formulas) setFormula(formula, rich)
      for (const place of code) {
        const coloured = rich.colourCode(place.textContent, place.dataset['language'] ?? '')
        if (coloured) place.replaceChildren(...coloured)
      }
    })
  }
}

function setFormula(place: HTMLElement, rich: RichModule): void {
  place.replaceWith(rich.drawMath(place.textContent, { isDisplay: place.dataset['math'] === 'display' }))
}
