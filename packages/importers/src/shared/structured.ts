import { isRecord, list, record, text, type Json } from './values.ts'

/** A row of what a model must answer with. */
export interface OutputRow {
  key: string
  type: 'string' | 'stringArray' | 'number' | 'boolean' | 'enum' | 'jsonArray'
  enumValues: string
  jsonSchema: string
  description: string
}

/** A JSON schema of an object, as rows; what rows can't say is asked for as JSON text. */
export function rowsOfSchema(schema: unknown): OutputRow[] {
  const { properties } = record(schema)
  return Object.entries(record(properties)).map(([key, property]) => rowOf(key, property))
}

/** An object given as an example of the answer. */
export function rowsOfExample(example: unknown): OutputRow[] {
  return Object.entries(record(example)).map(([key, value]) => rowOf(key, schemaOf(value)))
}

export function rowOf(key: string, given: unknown): OutputRow {
  const schema = typeof given === 'string' ? { type: given } : record(given)
  const row: OutputRow = {
    key,
    type: 'string',
    enumValues: '',
    jsonSchema: '',
    description: text(schema['description']),
  }
  const choices = list(schema['enum']).filter((value) => typeof value === 'string' && !value.includes(','))
  if (choices.length > 0) return { ...row, type: 'enum', enumValues: choices.join(', ') }
  switch (typeOf(schema)) {
    case 'number':
    case 'integer':
      return { ...row, type: 'number' }
    case 'boolean':
      return { ...row, type: 'boolean' }
    case 'array':
      return arrayRow(row, record(schema['items']))
    case 'object':
      return { ...row, description: `${row.description} A JSON object: ${shapeOf(schema)}`.trim() }
    default:
      return row
  }
}

function arrayRow(row: OutputRow, items: Json): OutputRow {
  if (typeOf(items) !== 'object') return { ...row, type: 'stringArray' }
  const properties = Object.entries(record(items['properties'])).map(([key, property]) => [
    key,
    simpleProperty(typeof property === 'string' ? { type: property } : record(property)),
  ])
  return { ...row, type: 'jsonArray', jsonSchema: JSON.stringify(Object.fromEntries(properties)) }
}

function simpleProperty(property: Json): Json {
  const type = typeOf(property)
  const description = text(property['description'])
  if (type === 'array')
    return { type: 'array', items: { type: typeOf(record(property['items'])) || 'string' }, description }
  return { type: type === 'integer' ? 'number' : type === '' ? 'string' : type, description }
}

function typeOf(schema: Json): string {
  const { type } = schema
  if (Array.isArray(type))
    return text(
      type.find((each) => each !== 'null'),
      'string',
    )
  return text(type)
}

const SHAPE = 600

function shapeOf(schema: Json): string {
  return (JSON.stringify(schema['properties'] ?? schema) ?? '').slice(0, SHAPE)
}

function schemaOf(value: unknown): Json {
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0] ?? '') }
  if (isRecord(value)) {
    return {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(value).map(([key, each]) => [
          key,
          Array.isArray(each) || isRecord(each) ? typed(each) : schemaOf(each),
        ]),
      ),
    }
  }
  return { type: typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'string' }
}

/** No deeper: rows say one level, and the description the rest. */
function typed(value: unknown): Json {
  return Array.isArray(value)
    ? { type: 'array', items: { type: isRecord(value[0]) ? 'object' : 'string' } }
    : { type: 'object' }
}
