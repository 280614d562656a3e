import { parseJson, type ChatModel, type JsonSchema, type Message, type Run } from '@chatwright/core'
import { completeParsed } from '../chains/parsed-answer.ts'
import { jsonAnswer } from '../output-parsers/json-answer.ts'
import { checkCanWrite } from './can-write.ts'

export interface OutputRow {
  key: string
  type: string
  enumValues?: string | undefined
  jsonSchema?: string | undefined
  description?: string | undefined
}

/** The shape that the rows describe; nothing without rows. */
export function outputSchema(rows: readonly OutputRow[] | undefined): JsonSchema | undefined {
  const named = (rows ?? []).filter(({ key }) => key?.trim())
  if (named.length === 0) return undefined
  const properties = Object.fromEntries(named.map((row) => [row.key.trim(), valueSchema(row)]))
  return { type: 'object', properties, required: Object.keys(properties) }
}

/** An answer in the shape of the rows. A model that gets it wrong is shown its mistake once. */
export async function completeStructured(
  { model, schema, messages }: { model: ChatModel; schema: JsonSchema; messages: readonly Message[] },
  run: Run,
): Promise<Record<string, unknown>> {
  checkCanWrite(model)
  const parser = jsonAnswer(schema, { autofix: true })
  const system = messages.filter(({ role }) => role === 'system')
  const others = messages.filter(({ role }) => role !== 'system')
  const asked: Message[] = [...system, { role: 'system', content: parser.instructions }, ...others]
  return (await completeParsed(
    { model, parser, messages: asked, responseSchema: { ...schema, additionalProperties: false } },
    run,
  )) as Record<string, unknown>
}

function valueSchema({ type, enumValues, jsonSchema, description }: OutputRow): JsonSchema {
  const said = description?.trim() ? { description } : {}
  switch (type) {
    case 'number':
    case 'boolean':
      return { type, ...said }
    case 'stringArray':
      return { type: 'array', items: { type: 'string' }, ...said }
    case 'enum':
      return { type: 'string', ...choices(enumValues), ...said }
    case 'jsonArray':
      return { type: 'array', items: itemSchema(jsonSchema), ...said }
    default:
      return { type: 'string', ...said }
  }
}

function choices(enumValues: string | undefined): JsonSchema {
  const values = (enumValues ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
  return values.length > 0 ? { enum: values } : {}
}

const FREE_OBJECT: JsonSchema = { type: 'object' }

/** What cannot be read leaves the objects free, as flows that were made elsewhere rely on. */
function itemSchema(text: string | undefined): JsonSchema {
  try {
    return objectSchema(parseJson(text ?? ''))
  } catch {
    return FREE_OBJECT
  }
}

const TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

/** From `{name: {type, description?, optional?, items?, properties?}}`. The depth is that of JSON people write. */
function objectSchema(map: unknown): JsonSchema {
  if (!isRecord(map) || Object.keys(map).length === 0) return FREE_OBJECT
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const [name, declared] of Object.entries(map)) {
    if (!isRecord(declared)) continue
    properties[name] = propertySchema(declared)
    if (declared.optional !== true) required.push(name)
  }
  return { type: 'object', properties, required }
}

function propertySchema({ type, description, items, properties }: Record<string, unknown>): JsonSchema {
  const said = typeof description === 'string' && description !== '' ? { description } : {}
  if (type === 'object') return { ...objectSchema(properties), ...said }
  if (type === 'array') return { type, items: isRecord(items) ? propertySchema(items) : {}, ...said }
  return TYPES.has(type) ? { type: type as 'string', ...said } : { type: 'string', ...said }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
