import { list, quoted, record, text, type Json } from '../shared/values.ts'
import { valueCode } from './code.ts'

export interface Condition {
  left: unknown
  right: unknown
  type: string
  operation: string
}

export interface Conditions {
  rows: readonly Condition[]
  isAny: boolean
  isLoose: boolean
  ignoresCase: boolean
}

/** The conditions of an If, a Filter or a rule of a Switch, in any of their forms. */
export function readConditions(parameters: Json): Conditions {
  const held = record(parameters['conditions'])
  const options = record(held['options'])
  const loose =
    parameters['looseTypeValidation'] === true || record(parameters['options'])['looseTypeValidation'] === true
  const how = {
    isLoose: loose || options['typeValidation'] === 'loose',
    ignoresCase: options['caseSensitive'] === false || record(parameters['options'])['ignoreCase'] === true,
  }
  if (Array.isArray(held['conditions'])) {
    const rows = list(held['conditions']).map((each) => {
      const { leftValue, rightValue, operator } = record(each)
      const { type, operation } = record(operator)
      return { left: leftValue, right: rightValue, type: text(type, 'string'), operation: text(operation, 'equals') }
    })
    return { rows, isAny: held['combinator'] === 'or', ...how }
  }
  const rows = ['string', 'number', 'boolean', 'dateTime'].flatMap((type) =>
    list(held[type]).map((each) => {
      const { value1, value2, operation } = record(each)
      return { left: value1, right: value2, type, operation: text(operation, type === 'number' ? 'smaller' : 'equal') }
    }),
  )
  return { rows, isAny: parameters['combineOperation'] === 'any', ...how, isLoose: true }
}

/** Whether they hold, as an expression of JavaScript. */
export function conditionsCode({ rows, isAny, isLoose, ignoresCase }: Conditions): string | undefined {
  if (rows.length === 0) return 'true'
  const all = rows.map(({ left, right, type, operation }) => {
    const [one, other] = [valueCode(left), valueCode(right)]
    if (one === undefined || other === undefined) return undefined
    return `compare(${one}, ${other}, ${quoted(type)}, ${quoted(operation)}, ${isLoose}, ${ignoresCase})`
  })
  return all.includes(undefined) ? undefined : all.join(isAny ? ' || ' : ' && ')
}

const TEXT_OPERATIONS: ReadonlyMap<string, string> = new Map([
  ['equals', 'equal'],
  ['equal', 'equal'],
  ['notEquals', 'notEqual'],
  ['notEqual', 'notEqual'],
  ['contains', 'contains'],
  ['notContains', 'notContains'],
  ['startsWith', 'startsWith'],
  ['endsWith', 'endsWith'],
])

const NUMBER_OPERATIONS: ReadonlyMap<string, string> = new Map([
  ['equals', 'equal'],
  ['equal', 'equal'],
  ['notEquals', 'notEqual'],
  ['notEqual', 'notEqual'],
  ['gt', 'larger'],
  ['larger', 'larger'],
  ['gte', 'largerEqual'],
  ['largerEqual', 'largerEqual'],
  ['lt', 'smaller'],
  ['smaller', 'smaller'],
  ['lte', 'smallerEqual'],
  ['smallerEqual', 'smallerEqual'],
])

/** One comparison that a Condition step can make by itself, of a reference with a plain value. */
export function conditionRow(
  { rows, ignoresCase }: Conditions,
  say: (value: unknown) => string | undefined,
): Record<string, unknown> | undefined {
  const [only, more] = rows
  if (!only || more || ignoresCase) return undefined
  const { type, operation, left, right } = only
  const operations = type === 'string' ? TEXT_OPERATIONS : type === 'number' ? NUMBER_OPERATIONS : undefined
  const known = operations?.get(operation)
  const value1 = typeof left === 'string' && left.startsWith('=') ? say(left) : undefined
  const isPlain = (typeof right === 'string' && !right.startsWith('=') && right !== '') || typeof right === 'number'
  if (known === undefined || value1 === undefined || !isPlain) return undefined
  return { type, value1, operation: known, value2: right }
}
