import type { Mutant } from './find-mutants.ts'
import { parse, runningParts, type Syntax } from './syntax.ts'

export interface NumberedMutant extends Mutant {
  id: number
}

/** The source with every mutant in it, each asleep until its number is the active one. */
export function instrument(source: string, mutants: NumberedMutant[]): string {
  const starts = new Set(mutants.map(({ start }) => start))
  const fenced = statementsOf(parse(source)).filter(({ start }) => starts.has(start))
  const sorted: Place[] = [...fenced, ...mutants].sort((a, b) => a.start - b.start || b.end - a.end)
  const write = (start: number, end: number, inside: Place[]): string => {
    let written = ''
    let at = start
    let rest = inside
    while (rest[0]) {
      const { start: from, end: to } = rest[0]
      const here = rest.filter((place) => place.start === from && place.end === to)
      const nested = rest.filter((place) => place.start < to && !here.includes(place))
      const original = write(from, to, nested)
      written += source.slice(at, from) + switched(here, original)
      at = to
      rest = rest.filter((place) => place.start >= to)
    }
    return written + source.slice(at, end)
  }
  return write(0, source.length, sorted)
}

/** Where something is written around the source: a mutant, or braces only. */
type Place = Pick<NumberedMutant, 'start' | 'end'> & Partial<NumberedMutant>

function switched(places: Place[], original: string): string {
  const choices = places
    .filter(({ id, isStatement }) => id !== undefined && !isStatement)
    .map(({ id, after }) => `__mutant(${id}) ? (${after}) : `)
  const expression = choices.length > 0 ? `(${choices.join('')}(${original}))` : original
  const left = places.find(({ isStatement }) => isStatement)
  if (left) return `{ if (!__mutant(${left.id})) { ${expression}\n} }`
  return places.some(({ id }) => id === undefined) ? `{ ${expression}\n}` : expression
}

/** A statement that begins with a parenthesis would go on with the line before: such get braces. */
function statementsOf(node: Syntax): Syntax[] {
  const inside = runningParts(node).flatMap(([, part]) => statementsOf(part))
  return node.type === 'ExpressionStatement' ? [{ type: '', start: node.start, end: node.end }, ...inside] : inside
}
