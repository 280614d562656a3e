import type { AnswerEvent, ModelEvent } from '@chatwright/core'

type TextEvent = Extract<ModelEvent, { type: 'text' }>

/**
 * Puts texts that arrived together into one event, which remembers its pieces: handing each through every node on the
 * way costs more than reading it from the vendor.
 */
export function joinTexts(events: readonly ModelEvent[]): ModelEvent[] {
  const joined: ModelEvent[] = []
  for (const event of events) {
    const last = joined.at(-1)
    if (event.type !== 'text' || last?.type !== 'text') joined.push(event)
    else if (last.pieces) {
      last.text += event.text
      last.pieces.push(event.text)
    } else joined[joined.length - 1] = { type: 'text', text: last.text + event.text, pieces: [last.text, event.text] }
  }
  return joined
}

/** What a model said, as a part of the answer. */
export function tokenOf({ text, pieces }: TextEvent): AnswerEvent {
  return pieces ? { type: 'token', text, pieces } : { type: 'token', text }
}
