import type { JsonSchema } from '@chatwright/core'

/**
 * A tool's inputs as a vendor must have them to promise the exact schema: nothing beyond what is named, every name
 * required, and `null` for what may be left out. Nothing for a schema that leaves open what it takes.
 */
export function strictParameters(schema: JsonSchema): JsonSchema | undefined {
  if (schema.type === 'array') {
    const items = schema.items && strictParameters(schema.items)
    return items && { ...schema, items }
  }
  if (schema.type !== 'object') return schema.type === undefined && schema.enum === undefined ? undefined : schema
  if (schema.properties === undefined || schema.additionalProperties) return undefined
  const required = new Set(schema.required)
  const properties: Record<string, JsonSchema> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const strict = strictParameters(property)
    if (!strict) return undefined
    properties[name] = required.has(name) ? strict : { anyOf: [strict, { type: 'null' }] }
  }
  return { ...schema, properties, required: Object.keys(properties), additionalProperties: false }
}
