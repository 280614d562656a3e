import { NodeError } from '@chatwright/core'

type Step = { type: 'key'; name: string } | { type: 'index'; index: number } | { type: 'all' } | { type: 'deep' }

/** Whether a path can name several values. */
export function namesSeveral(path: string): boolean {
  return parsePath(path).some(({ type }) => type === 'all' || type === 'deep')
}

/** The values a JSONPath names: `$.store.books[0].title`, `items[*].name`, `$..price`. */
export function findByPath(root: unknown, path: string): unknown[] {
  let values: unknown[] = [root]
  for (const step of parsePath(path)) values = values.flatMap((value) => follow(value, step))
  return values
}

function follow(value: unknown, step: Step): unknown[] {
  switch (step.type) {
    case 'key':
      return isRecord(value) && Object.hasOwn(value, step.name) ? [value[step.name]] : []
    case 'index': {
      const item: unknown = Array.isArray(value) ? value.at(step.index) : undefined
      return item === undefined ? [] : [item]
    }
    case 'all':
      return isRecord(value) ? Object.values(value) : []
    default:
      return withAllBelow(value)
  }
}

function withAllBelow(root: unknown): unknown[] {
  const found: unknown[] = []
  const waiting = [root]
  for (let value = waiting.shift(); found.length < 100_000 && value !== undefined; value = waiting.shift()) {
    found.push(value)
    if (isRecord(value)) waiting.unshift(...Object.values(value).filter((each) => each !== undefined))
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
      throw new NodeError(`"${path}" is not a path into JSON.`, {
        code: 'bad-input',
        field: 'path',
        hint: 'Write it like $.items[0].name or items[*].name.',
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
