import { NodeError } from '@chatwright/core'

type Step = { type: 'key'; name: string } | { type: 'index'; index: number } | { type: 'all' } | { type: 'deep' }

/** Whether a path can name several values. */
export function namesSeveral(path: string): boolean {
  return parsePath(path).some(({ type }) => type === 'all' || type === 'deep')
}

/** The values a JSONPath names: `$.store.books[0].title`, `items[*].name`, `$..price`. */
export function findByPath(root: unknown, path: string): unknown[] {
  let values: unknown[] = [root]
  for (const step of parsePath(path)) {
    values = step.type === 'deep' ? withAllBelow(values) : values.flatMap((value) => follow(value, step))
  }
  return values
}

function follow(value: unknown, step: Exclude<Step, { type: 'deep' }>): unknown[] {
  switch (step.type) {
    case 'key':
      return isRecord(value) && Object.hasOwn(value, step.name) ? [value[step.name]] : []
    case 'index': {
      const item: unknown = Array.isArray(value) ? value.at(step.index) : undefined
      return item === undefined ? [] : [item]
    }
    case 'all':
      return isRecord(value) ? Object.values(value) : []
  }
}

/** In the order of the document. What stands below two of the values counts once, or `$..a..b..c` would never end. */
function withAllBelow(values: readonly unknown[]): unknown[] {
  const found: unknown[] = []
  const seen = new Set<unknown>()
  const waiting = values.toReversed()
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (isRecord(value)) {
      if (seen.has(value)) continue
      seen.add(value)
      for (const each of Object.values(value).reverse()) waiting.push(each)
    }
    found.push(value)
  }
  return found
}

const STEP = /\.\.|\.?\[\s*(?:(-?\d+)|(\*)|'([^']*)'|"([^"]*)")\s*\]|\.?(\*)|\.?([^.[\]*]+)/y

function parsePath(path: string): Step[] {
  const text = path.trim().replace(/^\$/, '')
  const steps: Step[] = []
  STEP.lastIndex = 0
  while (STEP.lastIndex < text.length) {
    const match = STEP.exec(text)
    if (!match) {
      throw new NodeError(`"${path}" isn't a JSON path.`, {
        code: 'bad-input',
        field: 'path',
        hint: 'Enter a path such as $.items[0].name or items[*].name.',
      })
    }
    const [whole, index, star, single, double, bareStar, name] = match
    if (whole === '..') steps.push({ type: 'deep' })
    else if (index !== undefined) steps.push({ type: 'index', index: Number(index) })
    else if (star ?? bareStar) steps.push({ type: 'all' })
    else steps.push({ type: 'key', name: single ?? double ?? name?.trim() ?? '' })
  }
  return steps
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
