import type { DatagridColumn, InputDescription, InputOption, InputShape } from '../flow/document.ts'
import type { AnchorValues } from '../values/index.ts'

/** One input of a node: what the form shows, and (as a type only) what `build` receives. */
export interface InputSpec<Value = unknown> extends Omit<InputShape, 'additionalParams'> {
  /** Shown behind "More" instead of on the card. */
  additional?: boolean
  readonly valueType?: Value
}

export type InputSpecs = Record<string, InputSpec>

/** What `build` receives for a set of inputs. */
export type InputValues<Specs extends InputSpecs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends InputSpec<infer Value> ? Value : never
}

/** An input as JSON. */
export function describeInput(name: string, input: InputSpec): InputDescription {
  const { additional, valueType: _, label, type, variants, ...rest } = input
  return {
    label,
    name,
    type,
    ...rest,
    ...(additional && { additionalParams: true }),
    ...(variants && { variants: variants.map((variant) => ({ ...variant, name })) }),
  }
}

interface Common {
  label: string
  description?: string
  placeholder?: string
  optional?: boolean
  additional?: boolean
  matters?: 1 | 2 | 3
  acceptVariable?: boolean
  isTemplate?: boolean
  isJson?: boolean | 'perhaps'
  destination?: boolean
  warning?: string
  show?: Record<string, unknown>
  hide?: Record<string, unknown>
}

/** Optional without a default may be missing; anything else is there. */
type Given<Value, Options> = Options extends { optional: true }
  ? Options extends { default: unknown }
    ? Value
    : Value | undefined
  : Value

function spec<Value>(type: string, options: object): InputSpec<Value> {
  return { type, ...options } as InputSpec<Value>
}

export function string<const Options extends Common & { default?: string; rows?: number }>(options: Options) {
  return spec<Given<string, Options>>('string', options)
}

/** With `isSealed` the server stores what is typed, encrypted; else nothing of it is stored with a flow. */
export function password<const Options extends Common & { isSealed?: boolean }>(options: Options) {
  return spec<Given<string, Options>>('password', options)
}

export function number<const Options extends Common & { default?: number; step?: number; min?: number; max?: number }>(
  options: Options,
) {
  return spec<Given<number, Options>>('number', options)
}

export function boolean<const Options extends Common & { default?: boolean }>(options: Options) {
  return spec<Given<boolean, Options>>('boolean', options)
}

export function options<
  const Choices extends readonly InputOption[],
  const Options extends Common & {
    options: Choices
    default?: Choices[number]['name']
    decides?: InputShape['decides']
  },
>(options: Options & { options: Choices }) {
  return spec<Given<Choices[number]['name'], Options>>('options', options)
}

export function multiOptions<
  const Options extends Common & { options: readonly InputOption[]; default?: readonly string[] },
>(options: Options) {
  return spec<Given<string[], Options>>('multiOptions', options)
}

/** A choice loaded on demand; with `freeSolo` a person may also type what the list does not hold. */
export function asyncOptions<const Options extends Common & { default?: string; freeSolo?: boolean }>(
  loadMethod: string,
  options: Options,
) {
  return spec<Given<string, Options>>('asyncOptions', { loadMethod, ...options })
}

export function asyncMultiOptions<const Options extends Common>(loadMethod: string, options: Options) {
  return spec<Given<string[], Options>>('asyncMultiOptions', { loadMethod, ...options })
}

/** A JSON value, parsed; a form shows it as an editor. */
export function json<const Options extends Common & { default?: string; list?: boolean }>(options: Options) {
  return spec<Given<Record<string, unknown>, Options>>('json', options)
}

export function code<const Options extends Common & { default?: string; language?: string; rows?: number }>(
  options: Options,
) {
  return spec<Given<string, Options>>('code', options)
}

export function date<const Options extends Common & { default?: string }>(options: Options) {
  return spec<Given<string, Options>>('date', options)
}

/** One or more files: references into the file store or inline data, resolved by `context.files.open`. */
export function file<const Options extends Common & { fileType: string }>(options: Options) {
  return spec<Given<string[], Options>>('file', options)
}

export function folder<const Options extends Common>(options: Options) {
  return spec<Given<string, Options>>('folder', options)
}

export function datagrid<
  const Options extends Common & { datagrid: readonly DatagridColumn[]; default?: readonly object[] },
>(options: Options) {
  return spec<Given<Record<string, unknown>[], Options>>('datagrid', options)
}

/** A list of rows, each with the same fields. References in a row stand where the list or the field takes them. */
export function array<
  const Fields extends InputSpecs,
  const Options extends Common & { minItems?: number; default?: readonly object[]; instructions?: true },
>(fields: Fields, options: Options) {
  const array = Object.entries(fields).map(([name, field]) => describeInput(name, field))
  return spec<Given<InputValues<Fields>[], Options>>('array', { array, ...options })
}

/**
 * A node chosen inside this one, with its own inputs and credential: a model, a tool. They are stored beside it, under the
 * input's name and `Config`.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it is the key to the value's type
export function component<
  const Class extends string,
  const Options extends Common & { connects?: Readonly<Record<string, string>> },
>(component: Class, loadMethod: string, options: Options) {
  return spec<Given<AnchorValue<Class>, Options>>('asyncOptions', {
    loadMethod,
    loadConfig: true,
    component,
    ...options,
  })
}

/** One input with several forms: which one is shown, each says itself. The first one reads what is stored. */
export function variants<Value>(first: InputSpec<Value>, ...others: readonly InputSpec[]): InputSpec<Value> {
  return { ...first, variants: others.map((other) => describeInput('', other)) }
}

/** A moment or a rhythm, chosen from a clock or a calendar and kept as text. */
export function picker<const Options extends Common & { default?: string }>(
  type: 'timePicker' | 'datePicker' | 'weekDaysPicker' | 'monthDaysPicker',
  options: Options,
) {
  return spec<Given<string, Options>>(type, options)
}

type AnchorValue<Class extends string> = Class extends keyof AnchorValues ? AnchorValues[Class] : unknown

interface AnchorOptions extends Common {
  list?: boolean
  phase?: 'upsert'
  fillsVariables?: boolean
}

/** A connection. `list` takes several. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it is the key to the value's type
export function anchor<const Class extends string, const Options extends AnchorOptions>(type: Class, options: Options) {
  return spec<Options extends { list: true } ? AnchorValue<Class>[] : Given<AnchorValue<Class>, Options>>(type, options)
}
