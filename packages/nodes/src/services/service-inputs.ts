import { NodeError, type InputOption, type InputSpec, type JsonSchema } from '@chatwright/core'
import { readLooseJson } from '../steps/read-loose-json.ts'

/** One input of an operation: a field of the step's form, and an argument of the agent's tool. */
export interface ServiceInput<Value = unknown> {
  readonly spec: InputSpec
  readonly schema: JsonSchema
  readonly isOptional: boolean
  readonly read: (given: unknown, name: string) => unknown
  readonly valueType?: Value
}

export type ServiceInputs = Readonly<Record<string, ServiceInput>>

/** What an operation receives for its inputs. */
export type ServiceValues<Inputs extends ServiceInputs> = {
  readonly [Name in keyof Inputs]: Inputs[Name] extends ServiceInput<infer Value> ? Value : never
}

interface Words {
  /** What to enter, and what an empty field means. The model reads it, too. */
  description?: string
  placeholder?: string
  optional?: true
  rows?: number
}

type Given<Value, Options> = Options extends { optional: true }
  ? Options extends { default: unknown }
    ? Value
    : Value | undefined
  : Value

interface Kind {
  type: InputSpec['type']
  schema: JsonSchema
  read: ServiceInput['read']
  more?: object
}

function input<Value>(label: string, options: Words & { default?: unknown }, kind: Kind): ServiceInput<Value> {
  const { optional, default: preset, ...words } = options
  const isOptional = optional === true || preset !== undefined
  return {
    isOptional,
    schema: { ...kind.schema, description: options.description ?? `${label}.` },
    read: (given, name) => kind.read(given === undefined || given === '' || given === null ? preset : given, name),
    spec: {
      label,
      type: kind.type,
      destination: false,
      acceptVariable: true,
      ...words,
      ...kind.more,
      ...(preset !== undefined && { default: preset }),
      ...(isOptional && { optional: true, additional: true }),
    },
  }
}

export function text<const Options extends Words & { default?: string }>(label: string, options?: Options) {
  return input<Given<string, Options>>(label, options ?? {}, {
    type: 'string',
    schema: { type: 'string' },
    read: (given) => (given === undefined ? undefined : typeof given === 'string' ? given : JSON.stringify(given)),
  })
}

/** Chosen from what the account holds; an id may be typed, too. */
export function pick<const Options extends Words & { default?: string }>(
  list: string,
  label: string,
  options?: Options,
) {
  return input<Given<string, Options>>(label, options ?? {}, {
    type: 'asyncOptions',
    schema: { type: 'string' },
    read: (given) => (given === undefined ? undefined : typeof given === 'string' ? given : JSON.stringify(given)),
    more: { loadMethod: list, freeSolo: true },
  })
}

export function choice<const Name extends string, const Options extends Words & { default?: Name }>(
  label: string,
  choices: Readonly<Record<Name, string>>,
  options?: Options,
) {
  const listed = Object.entries<string>(choices).map(([name, words]): InputOption => ({ label: words, name }))
  const names = listed.map(({ name }) => name)
  return input<Given<Name, Options>>(label, options ?? {}, {
    type: 'options',
    schema: { type: 'string', enum: names },
    read(given, name) {
      if (given === undefined || names.includes(given as string)) return given
      throw wrong(name, `one of ${names.join(', ')}`)
    },
    more: { options: listed },
  })
}

export function count<const Options extends Words & { default?: number; min?: number; max?: number }>(
  label: string,
  options?: Options,
) {
  return input<Given<number, Options>>(label, options ?? {}, {
    type: 'number',
    schema: { type: 'number' },
    read(given, name) {
      if (given === undefined) return undefined
      const value = Number(given)
      if (!Number.isFinite(value)) throw wrong(name, 'a number')
      return Math.min(Math.max(value, options?.min ?? -Infinity), options?.max ?? Infinity)
    },
  })
}

export function flag<const Options extends Words & { default?: boolean }>(label: string, options?: Options) {
  return input<Given<boolean, Options>>(label, options ?? {}, {
    type: 'boolean',
    schema: { type: 'boolean' },
    read: (given) => (given === undefined ? undefined : given === true || given === 'true'),
  })
}

/** How many are listed at most; pages are read until there are so many. */
export function limit(most = 1000) {
  return count('Limit', { description: 'The maximum number of results.', default: 50, min: 1, max: most })
}

/** An object, written as JSON. */
export function record<const Options extends Words>(label: string, options?: Options) {
  return data<Given<Record<string, unknown>, Options>>(label, options ?? {}, {
    schema: { type: 'object', additionalProperties: true },
    isRight: (value) => !Array.isArray(value),
    wanted: 'a JSON object, such as {"name": "value"}',
  })
}

/** A list, written as JSON; plain text with commas is one, too. */
export function list<const Options extends Words & { items?: JsonSchema }>(label: string, options?: Options) {
  const { items = { type: 'string' }, ...words }: Words & { items?: JsonSchema } = options ?? {}
  return data<Given<unknown[], Options>>(label, words, {
    schema: { type: 'array', items },
    isRight: Array.isArray,
    wanted: 'a JSON list, such as ["one", "two"]',
    plain: (given) => given.split(',').map((part) => part.trim()),
  })
}

/** A list of rows, each an object or a list of cells. */
export function rows<const Options extends Words>(label: string, options?: Options) {
  return data<Given<unknown[], Options>>(label, options ?? {}, {
    schema: { type: 'array', items: { type: 'object', additionalProperties: true } },
    isRight: Array.isArray,
    wanted: 'a JSON list of rows',
  })
}

interface DataKind {
  schema: JsonSchema
  isRight: (value: object) => boolean
  wanted: string
  plain?: (given: string) => unknown[]
}

function data<Value>(label: string, options: Words, { schema, isRight, wanted, plain }: DataKind) {
  return input<Value>(label, options, {
    type: 'string',
    schema,
    more: { isJson: 'perhaps', rows: options.rows ?? 3 },
    read(given, name) {
      if (given === undefined) return undefined
      const value = typeof given === 'string' ? parsed(given, plain) : given
      if (typeof value === 'object' && value !== null && isRight(value)) return value
      throw wrong(name, wanted)
    },
  })
}

function parsed(given: string, plain: DataKind['plain']): unknown {
  if (plain && !/^\s*[[{]/.test(given)) return plain(given)
  try {
    return readLooseJson(given)
  } catch {
    return undefined
  }
}

function wrong(name: string, wanted: string): NodeError {
  return new NodeError(`"${name}" must be ${wanted}.`, {
    code: 'bad-input',
    field: name,
    hint: `Enter ${wanted}.`,
  })
}
