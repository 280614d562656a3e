import type { ModelEvent } from '@chatwright/core'

const opening = '<think>'
const closing = '</think>'
/** Blanks that are held back for what follows them. All of them are looked at again with every piece, so not for ever. */
const LONGEST_GAP = 1000

/**
 * Tells thinking from answer for open models that write both as one text, the thinking first and between tags. Once
 * the answer has begun, text passes at the cost of one comparison.
 */
export class ThinkingTags {
  #phase: 'start' | 'thinking' | 'thought' | 'answer' = 'start'
  #hasThought = false
  #held = ''

  push(text: string, events: ModelEvent[]): void {
    if (this.#phase === 'answer') {
      events.push({ type: 'text', text })
      return
    }
    this.#held += text
    if (this.#phase === 'start') this.#start(events)
    if (this.#phase === 'thinking') this.#think(events)
    if (this.#phase === 'thought') this.#answer(this.#held.trimStart(), events)
  }

  /** What was held back for a tag that did not come. */
  end(events: ModelEvent[]): void {
    if (this.#held !== '') events.push({ type: this.#phase === 'thinking' ? 'thinking' : 'text', text: this.#held })
    this.#held = ''
  }

  #start(events: ModelEvent[]): void {
    const begun = this.#held.trimStart()
    if (begun.startsWith(opening)) {
      this.#phase = 'thinking'
      this.#held = begun.slice(opening.length)
    } else if ((begun !== '' && !opening.startsWith(begun)) || this.#held.length > LONGEST_GAP) {
      this.#answer(this.#held, events)
    }
  }

  #think(events: ModelEvent[]): void {
    if (!this.#hasThought) this.#held = this.#held.trimStart()
    const end = this.#held.indexOf(closing)
    // The lines around the tags belong to neither, wherever the pieces were cut.
    const whole = this.#held.slice(0, end === -1 ? this.#held.length - startOfTag(this.#held) : end)
    const words = whole.trimEnd()
    const thought = end === -1 && whole.length - words.length > LONGEST_GAP ? whole : words
    if (thought !== '') {
      this.#hasThought = true
      events.push({ type: 'thinking', text: thought })
    }
    if (end === -1) this.#held = this.#held.slice(thought.length)
    else {
      this.#phase = 'thought'
      this.#held = this.#held.slice(end + closing.length)
    }
  }

  #answer(text: string, events: ModelEvent[]): void {
    this.#held = ''
    if (text === '') return
    this.#phase = 'answer'
    events.push({ type: 'text', text })
  }
}

/** How many characters at the end could be the beginning of the closing tag. */
function startOfTag(text: string): number {
  for (let length = Math.min(closing.length - 1, text.length); length > 0; length--) {
    if (closing.startsWith(text.slice(-length))) return length
  }
  return 0
}
