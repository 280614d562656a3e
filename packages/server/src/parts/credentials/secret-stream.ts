import type { RunEvent } from '@chatwright/core'
import { LONGEST_PATTERN, type SecretPatterns } from './secret-patterns.ts'

/** What stands in the place of a secret. */
export const HIDDEN = '•••'

export interface SecretStream {
  /** Tells the event as it may be read. The end of a text that may be the beginning of a secret waits for what follows. */
  tell(event: RunEvent): void
  /** What was told before this stream, by a run that this one goes on with: a secret may have begun there. */
  goOnFrom(events: readonly RunEvent[]): void
}

interface SecretStreamOptions {
  /** As they stand now; nothing while no secret is known. */
  patterns: () => SecretPatterns | undefined
  /** For events that are told whole. */
  hide: <Event extends RunEvent>(event: Event) => Event
  tell: (event: RunEvent) => void
}

/** Takes secrets out of what a run says piece by piece, in whatever pieces it says them. */
export function createSecretStream({ patterns, hide, tell }: SecretStreamOptions): SecretStream {
  const said: Partial<Record<'token' | 'thinking', SecretMask>> = {}
  const tellWaiting = (type: 'token' | 'thinking'): void => {
    const text = said[type]?.flush() ?? ''
    if (text !== '') tell({ type, text })
  }
  const maskOf = (type: 'token' | 'thinking'): SecretMask => (said[type] ??= createSecretMask())
  return {
    tell(event) {
      const known = patterns()
      if (event.type === 'call') {
        // Told whenever it is written down, in the middle of a sentence too: what waits goes on waiting.
        const { key, request, response } = event
        const shown = hide(event)
        // These were hidden as values: out of their text a secret could take a quote along.
        tell(shown === event ? event : { ...shown, key, request, response })
        return
      }
      if (event.type !== 'token') tellWaiting('token')
      if (event.type !== 'thinking') tellWaiting('thinking')
      if (event.type !== 'token' && event.type !== 'thinking') tell(hide(event))
      else if (!known) tell(event)
      else {
        const isLast = 'durationMs' in event
        const mask = maskOf(event.type)
        const text = mask.take(event.text, known) + (isLast ? mask.flush() : '')
        if (text === event.text) tell(event)
        else if (text !== '' || isLast) tell({ ...event, text })
      }
    },
    goOnFrom(events) {
      for (const event of events) {
        if (event.type === 'token' || event.type === 'thinking') maskOf(event.type).goOnFrom(event.text)
      }
    },
  }
}

export interface SecretMask {
  /** The next piece of a text; returns what may be shown by now. */
  take(piece: string, patterns: SecretPatterns): string
  /** Shows what waits: nothing follows for now. What follows later still belongs to it. */
  flush(): string
  /** What was shown of the text before its first piece. */
  goOnFrom(text: string): void
}

/** A part of the text that is not shown, by its place in the whole of it. */
interface Covered {
  from: number
  to: number
  /** Its sign was shown already. */
  isShown: boolean
}

export function createSecretMask(): SecretMask {
  let known: SecretPatterns | undefined
  let state = 0
  let following = ''
  let followed = 0
  let waiting = ''
  let before = ''
  /** Up to where the text was shown. */
  let shown = 0
  let covered: Covered[] = []

  const cover = (from: number, to: number): void => {
    if (to <= shown) return
    const merged: Covered = { from: Math.max(from, shown), to, isShown: false }
    for (let last = covered.at(-1); last && last.to >= merged.from; last = covered.at(-1)) {
      merged.from = Math.min(merged.from, last.from)
      merged.isShown ||= last.isShown
      covered.pop()
    }
    covered.push(merged)
  }

  const read = (text: string, startsAt: number, patterns: SecretPatterns): void => {
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      const at = startsAt + index + 1
      if (followed < following.length) {
        if (following.charCodeAt(followed) === code) {
          followed += 1
          cover(at - 1, at)
        } else following = ''
      }
      state = patterns.step(state, code)
      const length = patterns.found(state)
      if (length === 0) continue
      cover(at - length, at)
      const rest = patterns.rest(state)
      if (rest !== '') [following, followed] = [rest, 0]
    }
  }

  const show = (keep: number): string => {
    const upTo = shown + waiting.length - keep
    const startsAt = shown
    let text = ''
    for (const part of covered) {
      if (part.from >= upTo) break
      if (part.from > shown) text += waiting.slice(shown - startsAt, part.from - startsAt)
      if (!part.isShown) text += HIDDEN
      part.isShown = true
      shown = Math.min(part.to, upTo)
    }
    text += waiting.slice(shown - startsAt, upTo - startsAt)
    shown = upTo
    // One that ends here may still go on with the next character.
    covered = covered.filter(({ to }) => to >= upTo)
    waiting = keep === 0 ? '' : waiting.slice(-keep)
    return text
  }

  return {
    take(piece, patterns) {
      if (known !== patterns) {
        // Another secret became known meanwhile: what waits may be its beginning.
        known = patterns
        state = 0
        read(before, shown - before.length, patterns)
        read(waiting, shown, patterns)
        before = ''
      }
      const isClear = waiting === '' && covered.length === 0
      read(piece, shown + waiting.length, patterns)
      // Almost every word: none of it is, or may become, a secret.
      if (isClear && covered.length === 0 && patterns.waiting(state) === 0) {
        shown += piece.length
        return piece
      }
      waiting += piece
      return show(Math.min(patterns.waiting(state), waiting.length))
    },
    flush: () => (waiting === '' ? '' : show(0)),
    goOnFrom(text) {
      before = (before + text).slice(-LONGEST_PATTERN)
    },
  }
}
