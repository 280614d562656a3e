import { NodeError } from '../errors.ts'
import type { InputShape } from '../flow/document.ts'
import { isParam } from '../flow/handles.ts'
import { parseFiles } from './parse-files.ts'
import { parseJson } from '../parse-json.ts'

/** As much of an input's declaration as parsing needs. */
export type ParsableInput = Pick<InputShape, 'label' | 'type' | 'default' | 'options' | 'min' | 'max'> & {
  name: string
}

/**
 * The typed value of what a flow holds for an input: flows keep numbers, booleans and lists as text as often as not.
 * Nothing given means the default, and `undefined` without one; a connected value passes as it is.
 */
export function parseInput(input: ParsableInput, raw: unknown): unknown {
  if (!isParam(input)) return raw
  const given = isEmpty(raw) ? input.default : raw
  if (isEmpty(given)) return undefined
  switch (input.type) {
    case 'number':
      return parseNumber(input, given)
    case 'boolean':
      return parseBoolean(input, given)
    case 'json':
      return readJson(input, given)
    case 'datagrid':
    case 'array':
      return parseRows(input, given)
    case 'multiOptions':
    case 'asyncMultiOptions':
      return parseChoices(input, given)
    case 'options':
      return parseChoice(input, parseText(input, given))
    case 'file':
      return parseFiles(given) ?? fail(input, 'a file', given, 'Choose the file again.')
    default:
      return parseText(input, given)
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function parseNumber(input: ParsableInput, given: unknown): number {
  const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  if (typeof value !== 'number' || !Number.isFinite(value)) return fail(input, 'a number', given)
  if (input.min !== undefined && value < input.min) return fail(input, `a number from ${input.min} up`, given)
  if (input.max !== undefined && value > input.max) return fail(input, `a number up to ${input.max}`, given)
  return value
}

function parseBoolean(input: ParsableInput, given: unknown): boolean {
  const text = String(given).trim().toLowerCase()
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  return fail(input, 'true or false', given)
}

function parseText(input: ParsableInput, given: unknown): string {
  if (typeof given === 'string') return given
  if (typeof given === 'number' || typeof given === 'boolean') return String(given)
  if (isPlain(given)) return JSON.stringify(given)
  return fail(input, 'text', given)
}

function readJson(input: ParsableInput, given: unknown): object {
  const value = typeof given === 'string' ? readText(input, given) : given
  if (typeof value !== 'object' || value === null) return fail(input, 'a JSON object', given)
  return value
}

function readText(input: ParsableInput, text: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    const detail = cause instanceof Error ? ` (${cause.message})` : ''
    return fail(input, `JSON${detail}`, text, 'Check quotes, commas and brackets.')
  }
}

function parseRows(input: ParsableInput, given: unknown): object[] {
  const rows = readJson(input, given)
  if (Array.isArray(rows) && rows.every((row) => typeof row === 'object' && row !== null)) return rows
  return fail(input, 'a list of rows', given)
}

function parseChoices(input: ParsableInput, given: unknown): string[] {
  const isWhole = typeof given === 'string' && input.options?.some((option) => option.name === given)
  const list = isWhole ? [given] : typeof given === 'string' ? splitChoices(input, given) : given
  if (!Array.isArray(list)) return fail(input, 'a list of choices', given)
  const names = list.map((entry) => parseText(input, entry))
  return input.type === 'multiOptions' ? names.map((name) => parseChoice(input, name)) : names
}

function splitChoices(input: ParsableInput, text: string): unknown {
  if (text.trim().startsWith('[')) return readText(input, text)
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function parseChoice(input: ParsableInput, name: string): string {
  if (!input.options || input.options.some((option) => option.name === name)) return name
  const names = input.options.map((option) => option.name).join(', ')
  return fail(input, `one of ${names}`, name, 'Choose one from the list.')
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return true
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function fail(input: ParsableInput, wanted: string, found: unknown, hint?: string): never {
  throw new NodeError(`"${input.label}" must be ${wanted}, but it is ${show(input, found)}.`, {
    code: 'bad-input',
    field: input.name,
    hint: hint ?? `Open the node and fix "${input.label}".`,
  })
}

/** What was found, short enough for a message; a secret is never shown. */
function show(input: ParsableInput, found: unknown): string {
  if (input.type === 'password') return 'something else'
  if (typeof found === 'string') return JSON.stringify(found.length > 60 ? `${found.slice(0, 60)}…` : found)
  if (typeof found === 'number' || typeof found === 'boolean') return String(found)
  return Array.isArray(found) ? 'a list' : typeof found === 'object' ? 'an object' : `a ${typeof found}`
}
