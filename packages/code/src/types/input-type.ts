import type { InputDescription } from '@chatwright/core'
import { writeText } from '../print/write-value.ts'

/** A type that takes these texts and no other; any text where there is none. */
export function oneOf(texts: readonly string[]): string {
  return texts.length === 0 ? 'never' : texts.map((text) => writeText(text)).join(' | ')
}

const TEXTS: ReadonlySet<string> = new Set(['string', 'password', 'code', 'file', 'folder'])
const OPEN = '(string & {})'

/** What an input holds that is edited on the node. */
export function inputType(input: InputDescription, listed: readonly string[] = []): string {
  const types = variants(input).map((each) => typeOf(each, listed))
  return [...new Set(types)].join(' | ')
}

/** A field of a row can be one of several, which the rest of the row decides. */
function variants(input: InputDescription): InputDescription[] {
  const { variants: others } = input
  return [input, ...(Array.isArray(others) ? others : [])]
}

function typeOf(input: InputDescription, listed: readonly string[]): string {
  const { type, options } = input
  const names = [
    ...listed,
    ...(options ?? []).map((option) => (typeof option === 'string' ? option : option.name)),
  ].map(String)
  const known = names.length > 0 ? `${oneOf([...new Set(names)])} | ` : ''
  switch (type) {
    case 'number':
      return 'chatwright.Numeric'
    case 'boolean':
      return 'chatwright.Flag'
    case 'options':
      return input.freeSolo === true || names.length === 0 ? `${known}${OPEN}` : `${known}''`
    case 'asyncOptions':
      return input['loadMethod'] === 'listRuntimeStateKeys' ? `chatwright.StateKey | ${OPEN}` : `${known}${OPEN}`
    case 'multiOptions':
    case 'asyncMultiOptions':
      return `readonly (${known}${OPEN})[] | string`
    case 'array':
      return rowsType(input)
    case 'json':
    case 'datagrid':
      return 'chatwright.Json'
    default:
      return TEXTS.has(type) ? 'chatwright.Text' : 'unknown'
  }
}

/** A row may hold more than its fields: those of the models and tools that are chosen in it. */
function rowsType({ array }: InputDescription): string {
  const fields = (Array.isArray(array) ? array : []).map((field) => `${writeText(field.name)}?: ${inputType(field)}`)
  return `readonly { ${[...fields, '[more: string]: unknown'].join('; ')} }[] | string`
}
