import type { Pattern } from './pattern-tree.ts'

export interface Expression {
  pattern: Pattern
  flags: string
}

/** More than any linear pattern needs for the texts we try; one that explodes is stopped here. */
const MOST_STEPS = 300_000
/** A bounded repetition costs a constant; this one is small enough not to look like growth in short texts. */
const MOST_REPEATS = 6

/**
 * How many characters a backtracking matcher looks at until it has found every match in a text, or none: what the
 * engine's time grows with, on any machine under any load.
 */
export function countSteps({ pattern, flags }: Expression, text: string): number {
  const isMember = membership(flags)
  const captures: (string | undefined)[] = []
  let steps = 0

  /** Tries an item at a place; `next` goes on with what follows it. */
  const match = (item: Pattern, at: number, isBackward: boolean, next: (at: number) => boolean): boolean => {
    steps += 1
    if (steps > MOST_STEPS) return true
    switch (item.type) {
      case 'character': {
        const letter = isBackward ? text[at - 1] : text[at]
        return letter !== undefined && isMember(item.source, letter) && next(isBackward ? at - 1 : at + 1)
      }
      case 'edge':
        return isEdge(item.source, at) && next(at)
      case 'sequence':
        return inOrder(isBackward ? item.items.toReversed() : item.items, 0, at, isBackward, next)
      case 'choice':
        return item.options.some((option) => match(option, at, isBackward, next))
      case 'group':
        return match(item.body, at, isBackward, (end) => {
          const before = item.index === undefined ? undefined : captures[item.index]
          if (item.index !== undefined) captures[item.index] = text.slice(Math.min(at, end), Math.max(at, end))
          const isWhole = next(end)
          if (!isWhole && item.index !== undefined) captures[item.index] = before
          return isWhole
        })
      case 'look':
        return match(item.body, at, item.isBehind, () => true) !== item.isNegative && next(at)
      case 'backreference': {
        const wanted = captures[item.index] ?? ''
        steps += wanted.length
        return text.startsWith(wanted, at) && next(at + wanted.length)
      }
      case 'repeat':
        return repeat(item, 0, at, isBackward, next)
    }
  }

  const inOrder = (
    items: readonly Pattern[],
    index: number,
    at: number,
    isBackward: boolean,
    next: (at: number) => boolean,
  ): boolean => {
    const item = items[index]
    return item ? match(item, at, isBackward, (end) => inOrder(items, index + 1, end, isBackward, next)) : next(at)
  }

  const repeat = (
    item: Extract<Pattern, { type: 'repeat' }>,
    done: number,
    at: number,
    isBackward: boolean,
    next: (at: number) => boolean,
  ): boolean => {
    const max = Number.isFinite(item.max) ? Math.min(item.max, item.min + MOST_REPEATS) : item.max
    const again = (): boolean =>
      done < max &&
      match(
        item.body,
        at,
        isBackward,
        (end) => (end !== at || done < item.min) && repeat(item, done + 1, end, isBackward, next),
      )
    if (done < item.min) return again()
    return item.isLazy ? next(at) || again() : again() || next(at)
  }

  const isEdge = (source: string, at: number): boolean => {
    const isMultiline = flags.includes('m')
    if (source === '^') return at === 0 || (isMultiline && text[at - 1] === '\n')
    if (source === '$') return at === text.length || (isMultiline && text[at] === '\n')
    const isBetween = isWord(text[at - 1]) !== isWord(text[at])
    return (source === '\\b') === isBetween
  }

  const isAnchored = !flags.includes('m') && startsAtEdge(pattern)
  for (let start = 0; start <= text.length;) {
    let end = -1
    const isFound = match(pattern, start, false, (at) => {
      end = at
      return true
    })
    if (isAnchored || steps > MOST_STEPS || (flags.includes('y') && !isFound)) break
    start = isFound && end > start ? end : start + 1
  }
  return steps > MOST_STEPS ? Number.POSITIVE_INFINITY : steps
}

function isWord(letter: string | undefined): boolean {
  return letter !== undefined && /\w/.test(letter)
}

/** An engine looks for a match at one place only when every way begins with the text’s beginning. */
function startsAtEdge(pattern: Pattern): boolean {
  if (pattern.type === 'edge') return pattern.source === '^'
  if (pattern.type === 'sequence') return pattern.items[0] !== undefined && startsAtEdge(pattern.items[0])
  if (pattern.type === 'choice') return pattern.options.every(startsAtEdge)
  return pattern.type === 'group' && startsAtEdge(pattern.body)
}

const members = new Map<string, boolean>()

/** Whether a class, a sign or an escape stands for a character: the engine itself is asked. */
export function membership(flags: string): (source: string, letter: string) => boolean {
  const kept = flags.replaceAll(/[gymd]/g, '')
  return (source, letter) => {
    const key = `${kept}/${letter}/${source}`
    const known = members.get(key)
    if (known !== undefined) return known
    const isMember = new RegExp(`^(?:${source})$`, kept).test(letter)
    members.set(key, isMember)
    return isMember
  }
}
