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
    let next = 0
    const nextFrom = (isPast: (place: Place) => boolean): Place[] => {
      const first = next
      while (next < inside.length && !isPast(inside[next] as Place)) next += 1
      return inside.slice(first, next)
    }
    for (let place = inside[next]; place; place = inside[next]) {
      const { start: from, end: to } = place
      // Sorted by where they start, the longest first: those of one place stand together, and before what is inside it.
      const here = nextFrom((other) => other.start !== from || other.end !== to)
      const nested = nextFrom((other) => other.start >= to)
      written += source.slice(at, from) + switched(here, write(from, to, nested))
      at = to
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
