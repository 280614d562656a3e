/** Where something stands in the file's text. */
export interface Span {
  from: number
  to: number
}

/** What the code of a flow consists of: values, the names of consts, and calls that stand for nodes and files. */
export type Value = Literal | Name | List | Record_ | Call

export interface Literal extends Span {
  type: 'literal'
  value: string | number | boolean | null | undefined
}

export interface Name extends Span {
  type: 'name'
  name: string
}

interface List extends Span {
  type: 'list'
  items: Value[]
}

interface Record_ extends Span {
  type: 'record'
  fields: Field[]
}

export interface Field extends Span {
  name: string
  value: Value
}

export interface Call extends Span {
  type: 'call'
  path: readonly string[]
  callee: Span
  values: Value[]
}

interface Stated extends Span {
  value: Value
  /** The comments above it and inside it, line by line. */
  comments: string[]
}

export interface ConstStatement extends Stated {
  type: 'const'
  name: string
  nameSpan: Span
}

export type Statement = ConstStatement | (Stated & { type: 'header' }) | (Stated & { type: 'raw' })
