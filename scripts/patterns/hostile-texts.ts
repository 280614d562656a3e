import { membership, type Expression } from './count-steps.ts'
import type { Pattern } from './pattern-tree.ts'

/** Characters that patterns care about; those a pattern names itself come first. */
const SIGNS = ' \n\ta0A_-./:"\'`<>{}[]()*#|,;\\$+~=&%!?é€中\u0000'

export interface Attack {
  start: string
  /** Repeated, it makes the text as long as one likes. */
  pump: string
  end: string
}

/**
 * Texts made from the pattern’s own parts: what leads to each of its repetitions, then what that repetition takes, over
 * and over, then an end that fits and ends that do not.
 */
export function hostileTexts(source: string, expression: Expression): Attack[] {
  const isMember = membership(expression.flags)
  const alphabet = [...new Set(Array.from(source + SIGNS))]
  const letterFor = (item: string): string => alphabet.find((letter) => isMember(item, letter)) ?? 'a'
  const write = (item: Pattern): string => sample(item, letterFor)

  // One that nothing takes: what is anchored to the beginning must not hide what is not.
  const starts = new Set(['\u0001', ''])
  const pumps = new Set<string>()
  const visit = (item: Pattern, before: string): void => {
    switch (item.type) {
      case 'sequence': {
        let led = before
        for (const each of item.items) {
          visit(each, led)
          led += write(each)
        }
        break
      }
      case 'choice':
        for (const option of item.options) visit(option, before)
        break
      case 'group':
      case 'look':
        visit(item.body, before)
        break
      case 'repeat':
        if (item.max === Number.POSITIVE_INFINITY) {
          starts.add(before)
          for (const pump of pumpsOf(item.body)) pumps.add(pump)
          // What leads here, again and again: each beginning may look all the way to the end.
          if (before !== '') {
            pumps.add(before)
            pumps.add(before + write(item.body))
          }
        }
        visit(item.body, before)
    }
  }

  /** All kinds of characters the body takes, and one whole turn of it. */
  const pumpsOf = (body: Pattern): string[] => [write(body), ...charactersIn(body).flatMap(kindsOf)]
  const kindsOf = (item: string): string[] => alphabet.filter((letter) => isMember(item, letter)).slice(0, MOST_KINDS)

  visit(expression.pattern, '')
  const ends = ['', '\u0000', '\n\u0000', write(expression.pattern)]
  return [...starts].slice(0, MOST_STARTS).flatMap((start) =>
    [...pumps]
      .filter((pump) => pump !== '')
      .slice(0, MOST_PUMPS)
      .flatMap((pump) => ends.map((end) => ({ start, pump, end }))),
  )
}

const MOST_KINDS = 8
const MOST_STARTS = 8
const MOST_PUMPS = 40

function charactersIn(item: Pattern): string[] {
  switch (item.type) {
    case 'character':
      return [item.source]
    case 'sequence':
      return item.items.flatMap(charactersIn)
    case 'choice':
      return item.options.flatMap(charactersIn)
    case 'group':
    case 'repeat':
      return charactersIn(item.body)
    default:
      return []
  }
}

/** A short text that the item takes. */
function sample(item: Pattern, letterFor: (source: string) => string): string {
  switch (item.type) {
    case 'character':
      return letterFor(item.source)
    case 'sequence':
      return item.items.map((each) => sample(each, letterFor)).join('')
    case 'choice':
      return item.options[0] ? sample(item.options[0], letterFor) : ''
    case 'group':
      return sample(item.body, letterFor)
    case 'repeat':
      return sample(item.body, letterFor).repeat(Math.max(item.min, 1))
    default:
      return ''
  }
}
