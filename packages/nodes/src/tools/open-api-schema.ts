import { findShapeFault, type JsonSchema } from '@chatwright/core'

export interface SchemaReader {
  /** Each endpoint has room of its own. */
  begin(): void
  /** The schema with its references followed, as far as it fits. */
  read(given: unknown): JsonSchema
  /** Follows a reference within the document; one to elsewhere means nothing. */
  resolve(given: unknown): unknown
}

const DEEPEST_SCHEMA = 6
const MOST_HOPS = 10
/** Characters of all schemas of one endpoint: a model reads them with every question. */
const ROOM_PER_ENDPOINT = 32_000
/** And of the whole document, which is kept in memory. */
const ROOM_IN_ALL = 4_000_000
/** What a schema says of itself: texts, formats, lists of values. */
const MOST_KEYWORDS = 8_000
const DEEPEST_KEYWORD = 8
const LONGEST_DESCRIPTION = 1024
const COST_OF_A_FIELD = 16

/** Reads schemas of one document. One that refers to itself is written once and then only named. */
export function createSchemaReader(root: unknown): SchemaReader {
  const keywords = new WeakMap<object, { known: JsonSchema; cost: number }>()
  let roomInAll = ROOM_IN_ALL
  let room = ROOM_PER_ENDPOINT
  const spend = (cost: number): void => {
    room -= cost
    roomInAll -= cost
  }

  const resolve = (given: unknown, passed: Set<string> = new Set()): unknown => {
    let value = given
    for (let hops = 0; isRecord(value) && typeof value.$ref === 'string'; hops += 1) {
      if (hops > MOST_HOPS || !value.$ref.startsWith('#/')) return {}
      passed.add(value.$ref)
      value = find(root, value.$ref)
    }
    return value
  }

  const read = (given: unknown, above: ReadonlySet<string>, depth: number): JsonSchema => {
    if (isRecord(given) && typeof given.$ref === 'string' && above.has(given.$ref)) {
      return { description: `The same again as ${nameOf(given.$ref)} above.` }
    }
    const passed = new Set(above)
    const schema = resolve(given, passed)
    if (!isRecord(schema) || depth > DEEPEST_SCHEMA) return {}
    const { known, cost } = ownKeywords(schema, keywords)
    spend(cost)
    const { properties, items } = schema
    return {
      ...known,
      ...(isRecord(properties) && readProperties(schema, properties, (value) => read(value, passed, depth + 1))),
      ...(items !== undefined && { items: read(items, passed, depth + 1) }),
    }
  }

  const readProperties = (
    { description, required }: Record<string, unknown>,
    properties: Record<string, unknown>,
    inner: (value: unknown) => JsonSchema,
  ): JsonSchema => {
    const names = Object.keys(properties)
    const fields: [string, JsonSchema][] = []
    for (const name of names) {
      spend(name.length + COST_OF_A_FIELD)
      if (room < 0) break
      fields.push([name, inner(properties[name])])
    }
    const left = names.length - fields.length
    const note = `[cut: ${left} more fields]`
    // A model cannot fill in what it was not shown.
    const wanted = new Set(Array.isArray(required) ? required : [])
    return {
      properties: Object.fromEntries(fields),
      ...(wanted.size > 0 && { required: fields.map(([name]) => name).filter((name) => wanted.has(name)) }),
      ...(left > 0 && { description: typeof description === 'string' ? `${cut(description)} ${note}` : note }),
    }
  }

  return {
    begin() {
      room = Math.min(ROOM_PER_ENDPOINT, roomInAll)
    },
    read: (given) => read(given, new Set(), 0),
    resolve,
  }
}

/** Vendors of models do not take references or combinations inside a tool's inputs. */
const DROPPED: ReadonlySet<string> = new Set(
  'properties required items $ref allOf anyOf oneOf not xml example examples externalDocs'.split(' '),
)

function ownKeywords(
  schema: Record<string, unknown>,
  seen: WeakMap<object, { known: JsonSchema; cost: number }>,
): { known: JsonSchema; cost: number } {
  const before = seen.get(schema)
  if (before) return before
  const text = JSON.stringify(Object.fromEntries(Object.entries(schema).filter(([key]) => !DROPPED.has(key))))
  const fits = text.length <= MOST_KEYWORDS && findShapeFault(text, { maxDepth: DEEPEST_KEYWORD }) === undefined
  const own = {
    known: fits ? (JSON.parse(text) as JsonSchema) : essence(schema),
    cost: (fits ? text.length : LONGEST_DESCRIPTION) + COST_OF_A_FIELD,
  }
  seen.set(schema, own)
  return own
}

function essence({ type, description }: Record<string, unknown>): JsonSchema {
  return {
    ...(typeof type === 'string' && { type: type as NonNullable<JsonSchema['type']> }),
    ...(typeof description === 'string' && { description: cut(description) }),
  }
}

function cut(description: string): string {
  return description.slice(0, LONGEST_DESCRIPTION)
}

function find(root: unknown, reference: string): unknown {
  let found = root
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    found = isRecord(found) && Object.hasOwn(found, key) ? found[key] : undefined
  }
  return found
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1).slice(0, 100)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
