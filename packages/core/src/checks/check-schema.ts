/** The keywords of JSON Schema that are understood; patterns and references are not among them. */
const KEYWORDS = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'anyOf',
  'allOf',
  // Said, and checked by nobody.
  '$schema',
  '$id',
  'title',
  'description',
  'default',
  'examples',
  'format',
])

/** So many values are looked at: a schema may ask for the same one many times. */
const MOST_LOOKS = 50_000

type Schema = Record<string, unknown>

/** What of a schema is not understood, by the path to it; nothing where all of it is. */
export function findUnknownKeyword(schema: unknown): string | undefined {
  const waiting: { schema: unknown; path: string }[] = [{ schema, path: '$' }]
  for (let looks = 0; waiting.length > 0 && looks < MOST_LOOKS; looks += 1) {
    const next = waiting.pop()
    if (!next || typeof next.schema === 'boolean') continue
    if (!isObject(next.schema)) return next.path
    for (const [keyword, value] of Object.entries(next.schema)) {
      const path = `${next.path}.${keyword}`
      if (!KEYWORDS.has(keyword)) return path
      if (keyword === 'properties' && isObject(value)) {
        for (const [name, each] of Object.entries(value)) waiting.push({ schema: each, path: `${path}.${name}` })
      } else if (keyword === 'items' || keyword === 'additionalProperties') waiting.push({ schema: value, path })
      else if ((keyword === 'anyOf' || keyword === 'allOf') && Array.isArray(value))
        for (const [index, each] of value.entries()) waiting.push({ schema: each, path: `${path}[${index}]` })
    }
  }
  return undefined
}

/** The first thing about a value that is not as the schema says, in words; nothing where all of it is. */
export function findSchemaFault(value: unknown, schema: unknown): string | undefined {
  let looks = 0

  const look = (each: unknown, wanted: unknown, path: string): string | undefined => {
    if (wanted === true || wanted === undefined) return undefined
    if (!isObject(wanted)) return `${path} is not allowed`
    looks += 1 + sizeOf(wanted['enum']) + sizeOf(wanted['required'])
    if (looks > MOST_LOOKS) return 'the schema is too large to check'
    return lookInside(each, wanted, path) ?? lookAtChoices(each, wanted, path)
  }

  const lookAtChoices = (each: unknown, { anyOf, allOf }: Schema, path: string): string | undefined => {
    if (Array.isArray(allOf)) {
      for (const one of allOf) {
        const fault = look(each, one, path)
        if (fault !== undefined) return fault
      }
    }
    if (!Array.isArray(anyOf)) return undefined
    let first: string | undefined
    for (const one of anyOf) {
      const fault = look(each, one, path)
      if (fault === undefined) return undefined
      first ??= fault
    }
    return first
  }

  const lookInside = (each: unknown, wanted: Schema, path: string): string | undefined => {
    const own = findOwnFault(each, wanted, path)
    if (own !== undefined) return own
    if (Array.isArray(each)) {
      for (const [index, item] of each.entries()) {
        const fault = look(item, wanted['items'], `${path}[${index}]`)
        if (fault !== undefined) return fault
      }
      return undefined
    }
    if (!isObject(each)) return undefined
    const known = new Map(isObject(wanted['properties']) ? Object.entries(wanted['properties']) : [])
    for (const [name, field] of Object.entries(each)) {
      const fault = look(field, known.has(name) ? known.get(name) : wanted['additionalProperties'], `${path}.${name}`)
      if (fault !== undefined) return fault
    }
    return undefined
  }

  return look(value, schema, '$')
}

/** What is wrong about a value itself, whatever it holds. */
function findOwnFault(value: unknown, schema: Schema, path: string): string | undefined {
  const { type, required } = schema
  const types = typeof type === 'string' ? [type] : Array.isArray(type) ? type : undefined
  if (types && !types.some((each) => isOfType(value, each))) return `${path} is not of type ${types.join(' or ')}`
  if ('const' in schema && !isSame(value, schema['const'])) return `${path} is not ${JSON.stringify(schema['const'])}`
  if (Array.isArray(schema['enum']) && !schema['enum'].some((each) => isSame(value, each)))
    return `${path} isn't one of the allowed values`
  if (typeof value === 'number')
    return boundFault({ value, least: schema['minimum'], most: schema['maximum'], what: path })
  if (typeof value === 'string')
    return boundFault({
      value: value.length,
      least: schema['minLength'],
      most: schema['maxLength'],
      what: `the length of ${path}`,
    })
  if (Array.isArray(value))
    return boundFault({
      value: value.length,
      least: schema['minItems'],
      most: schema['maxItems'],
      what: `the number of items in ${path}`,
    })
  if (!isObject(value) || !Array.isArray(required)) return undefined
  const missing = required.find((name) => typeof name === 'string' && !Object.hasOwn(value, name)) as string | undefined
  return missing === undefined ? undefined : `${path}.${missing} is missing`
}

function boundFault({ value, least, most, what }: { value: number; least: unknown; most: unknown; what: string }) {
  if (typeof least === 'number' && value < least) return `${what} is below ${least}`
  if (typeof most === 'number' && value > most) return `${what} is above ${most}`
  return undefined
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

function isSame(value: unknown, other: unknown): boolean {
  return value === other || (typeof value === 'object' && JSON.stringify(value) === JSON.stringify(other))
}

function sizeOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
