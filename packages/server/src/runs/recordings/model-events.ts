import type { ModelEvent } from '@chatwright/core'

/** Words that came one after the other, with where each began. */
interface Words {
  type: 'text' | 'thinking'
  text: string
  /** How long each piece was, in base 36: parted by commas, and by points where several came together. */
  cuts: string
}

export type KeptModelEvent = Words | Exclude<ModelEvent, { type: 'text' | 'thinking' }>

/** What a model said, as it is kept: its words as one text, and how they came. */
export function keepModelEvents(events: readonly ModelEvent[]): KeptModelEvent[] {
  const kept: KeptModelEvent[] = []
  for (const event of events) {
    if (event.type !== 'text' && event.type !== 'thinking') {
      // Its keys in order, as those below: so it is written many times as fast.
      const isBare = event.type === 'finish' && event.providerData === undefined
      kept.push(isBare ? { reason: event.reason, type: event.type } : event)
      continue
    }
    const last = kept.at(-1)
    const pieces = event.type === 'text' ? event.pieces : undefined
    const cut = pieces ? lengthsOf(pieces) : lengthOf(event.text)
    if (last?.type === event.type) {
      last.text += event.text
      last.cuts += `,${cut}`
    } else kept.push({ cuts: cut, text: event.text, type: event.type })
  }
  return kept
}

/** The same stream, in the same pieces. */
export function readModelEvents(kept: readonly KeptModelEvent[]): ModelEvent[] {
  return kept.flatMap((event): ModelEvent[] => {
    if (event.type !== 'text' && event.type !== 'thinking') return [event]
    let at = 0
    const take = (length: string): string => event.text.slice(at, (at += Number.parseInt(length, 36)))
    return event.cuts.split(',').map((cut): ModelEvent => {
      if (!cut.includes('.')) return { type: event.type, text: take(cut) }
      const pieces = cut
        .split('.')
        .filter((length) => length !== '')
        .map(take)
      return { type: 'text', text: pieces.join(''), pieces }
    })
  })
}

function lengthsOf(pieces: readonly string[]): string {
  const lengths = pieces.map(lengthOf).join('.')
  return pieces.length === 1 ? `${lengths}.` : lengths
}

/** Of words: they are written for each one. */
const SHORT_LENGTHS = Array.from({ length: 100 }, (_, length) => length.toString(36))

function lengthOf({ length }: string): string {
  return SHORT_LENGTHS[length] ?? length.toString(36)
}
