import { create } from './dom.ts'
import { icons } from './icons.ts'
import type { Texts } from './texts.ts'

interface ComposerOptions {
  texts: Texts
  onSend: (question: string) => void
  onStop: () => void
}

/** Enter sends, Shift+Enter breaks the line, and a word an input method is still composing is left alone. */
export class Composer {
  readonly element = create('form', { class: 'ask' })
  readonly #field: HTMLTextAreaElement
  readonly #button: HTMLButtonElement
  readonly #texts: Texts
  #isBusy = false

  constructor({ texts, onSend, onStop }: ComposerOptions) {
    this.#texts = texts
    this.#field = create('textarea', { rows: '1', 'aria-label': texts.label, placeholder: texts.placeholder })
    this.#button = create('button', { class: 'icon', type: 'submit' })
    this.element.append(this.#field, this.#button)
    this.#drawButton()
    const submit = () => {
      if (this.#isBusy) {
        onStop()
        return
      }
      const question = this.#field.value
      if (question.trim() === '') return
      this.#field.value = ''
      this.#grow()
      onSend(question)
    }
    this.element.addEventListener('submit', (event) => {
      event.preventDefault()
      submit()
    })
    this.#field.addEventListener('input', () => this.#grow())
    this.#field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
      event.preventDefault()
      if (!this.#isBusy) submit()
    })
  }

  focus(): void {
    this.#field.focus({ preventScroll: true })
  }

  setPlaceholder(placeholder: string): void {
    if (placeholder !== '') this.#field.placeholder = placeholder
  }

  /** Adds words to what is written already. */
  write(text: string): void {
    this.#field.value = `${this.#field.value} ${text}`.trim()
    this.#grow()
    this.focus()
  }

  setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy
    this.#drawButton()
  }

  #drawButton(): void {
    const label = this.#isBusy ? this.#texts.stop : this.#texts.send
    this.#button.setAttribute('aria-label', label)
    this.#button.title = label
    this.#button.replaceChildren(this.#isBusy ? icons.stop() : icons.send())
  }

  #grow(): void {
    this.#field.style.height = 'auto'
    this.#field.style.height = `${this.#field.scrollHeight}px`
  }
}
