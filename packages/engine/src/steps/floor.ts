import type { AnswerEvent, RunEvent } from '@chatwright/core'

/** Lets steps that run side by side speak one after the other: whoever begins has the floor until its step ends. */
export interface Floor {
  say(path: string, event: AnswerEvent): void
  /** The step has ended: whoever waited is heard now. */
  leave(path: string): void
  /** What was said, as it stands. */
  readonly text: string
  /** Puts a text in place of what was said. */
  replace(text: string): void
}

type Told = AnswerEvent | Extract<RunEvent, { type: 'text' }>

/** `before` is what the reader has heard already. */
export function createFloor(tell: (event: Told) => void, before = ''): Floor {
  let text = before
  let speaker: string | undefined
  const held = new Map<string, AnswerEvent[]>()
  const ended = new Set<string>()

  const hear = (path: string, event: AnswerEvent): void => {
    const isWord = event.type === 'token'
    // Two answers are two paragraphs.
    if (isWord && speaker !== path && text !== '' && !text.endsWith('\n')) {
      text += '\n\n'
      tell({ type: 'token', text: '\n\n' })
    }
    speaker = path
    if (isWord) text += event.text
    tell(event)
  }

  return {
    get text() {
      return text
    },
    say(path, event) {
      if (speaker === undefined || speaker === path) hear(path, event)
      else if (held.has(path)) held.get(path)?.push(event)
      else held.set(path, [event])
    },
    leave(path) {
      if (speaker !== path) {
        if (held.has(path)) ended.add(path)
        return
      }
      speaker = undefined
      for (const [next, events] of held) {
        held.delete(next)
        for (const event of events) hear(next, event)
        if (!ended.delete(next)) return
        speaker = undefined
      }
    },
    replace(next) {
      if (next === text) return
      text = next
      tell({ type: 'text', text })
    },
  }
}
