import { parseJson, NodeError, type JsonSchema } from '@chatwright/core'
import { parseExpression, type Call, type Expression } from './schema-expression.ts'

/**
 * A schema from text: JSON Schema, or the Zod notation that old flows hold. The notation is read, never run.
 */
export function schemaFromText(text: string): JsonSchema {
  if (text.trim().startsWith('{')) return fromJson(text)
  const { schema } = convert(parseExpression(text))
  return schema
}

interface Converted {
  schema: JsonSchema
  isOptional: boolean
}

function fromJson(text: string): JsonSchema {
  try {
    return parseJson(text) as JsonSchema
  } catch (cause) {
    throw new NodeError("The schema isn't valid JSON.", {
      code: 'bad-input',
      field: 'exampleJson',
      hint: 'Check quotes, commas and brackets.',
      cause,
    })
  }
}

function convert(expression: Expression): Converted {
  if (expression.kind !== 'chain') throw unknownPart('a value instead of a schema such as z.string()')
  const [first, ...rest] = expression.calls
  if (!first) throw unknownPart('an empty schema')
  return rest.reduce(applyModifier, { schema: baseSchema(first), isOptional: false })
}

function baseSchema(call: Call): JsonSchema {
  const [argument] = call.arguments
  switch (call.name) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return { type: call.name }
    case 'date':
      return { type: 'string', format: 'date-time' }
    case 'any':
    case 'unknown':
      return {}
    case 'literal':
      return { enum: [literal(argument)] }
    case 'enum':
      return { type: 'string', enum: items(argument).map(literal) }
    case 'array':
      return { type: 'array', items: convert(required(argument)).schema }
    case 'union':
      return { anyOf: items(argument).map((each) => convert(each).schema) }
    case 'record':
      return { type: 'object', additionalProperties: convert(required(call.arguments.at(-1))).schema }
    case 'object':
      return objectSchema(required(argument))
    default:
      throw unknownPart(`z.${call.name}()`)
  }
}

function objectSchema(expression: Expression): JsonSchema {
  if (expression.kind !== 'object') throw unknownPart('z.object() without its properties')
  const properties: Record<string, JsonSchema> = {}
  const requiredNames: string[] = []
  for (const [name, value] of expression.entries) {
    const { schema, isOptional } = convert(value)
    properties[name] = schema
    if (!isOptional) requiredNames.push(name)
  }
  return { type: 'object', properties, required: requiredNames }
}

function applyModifier({ schema, isOptional }: Converted, call: Call): Converted {
  const [argument] = call.arguments
  switch (call.name) {
    case 'describe':
      return { schema: { ...schema, description: String(literal(argument)) }, isOptional }
    case 'optional':
      return { schema, isOptional: true }
    case 'default':
      return { schema: { ...schema, default: literal(argument) }, isOptional: true }
    case 'nullable':
      return { schema: { anyOf: [schema, { type: 'null' }] }, isOptional }
    case 'nullish':
      return { schema: { anyOf: [schema, { type: 'null' }] }, isOptional: true }
    case 'array':
      return { schema: { type: 'array', items: schema }, isOptional }
    case 'int':
      return { schema: { ...schema, type: 'integer' }, isOptional }
    case 'email':
      return { schema: { ...schema, format: 'email' }, isOptional }
    case 'url':
      return { schema: { ...schema, format: 'uri' }, isOptional }
    case 'min':
      return { schema: { ...schema, [limitOf(schema, 'min')]: literal(argument) }, isOptional }
    case 'max':
      return { schema: { ...schema, [limitOf(schema, 'max')]: literal(argument) }, isOptional }
    case 'positive':
      return { schema: { ...schema, exclusiveMinimum: 0 }, isOptional }
    case 'nonnegative':
      return { schema: { ...schema, minimum: 0 }, isOptional }
    case 'nonempty':
      return { schema: { ...schema, [limitOf(schema, 'min')]: 1 }, isOptional }
    case 'strict':
    case 'passthrough':
    case 'trim':
      return { schema, isOptional }
    default:
      throw unknownPart(`.${call.name}()`)
  }
}

function limitOf({ type }: JsonSchema, end: 'min' | 'max'): string {
  if (type === 'string') return `${end}Length`
  return type === 'array' ? `${end}Items` : `${end}imum`
}

function literal(expression: Expression | undefined): string | number | boolean | null {
  if (expression?.kind === 'literal') return expression.value
  throw unknownPart('something other than a plain value')
}

function items(expression: Expression | undefined): Expression[] {
  if (expression?.kind === 'array') return expression.items
  throw unknownPart('something other than a list')
}

function required(expression: Expression | undefined): Expression {
  if (expression) return expression
  throw unknownPart('a schema without its inner schema')
}

function unknownPart(what: string): NodeError {
  return new NodeError(`The schema contains ${what}, which can't be read.`, {
    code: 'bad-input',
    field: 'exampleJson',
    hint: 'Use z.object, z.string, z.number, z.boolean, z.array, z.enum, z.union, .optional() and .describe(), or JSON Schema.',
  })
}
