import { toOpenApi, type Route } from '@chatwright/contract'
import type { CredentialDescription, InputDescription, NodeDescription } from '@chatwright/core'

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  $ref?: string
  maxLength?: number
  format?: string
}

interface Operation {
  'x-access': string
  'x-right'?: string
  'x-for-keys'?: boolean
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}

/** Each route with who may call it, what it takes and what it answers, one line for each value. */
export function describeRoutes(routes: readonly Route[]): string {
  const { paths } = toOpenApi(routes, { title: '', version: '' }) as {
    paths: Record<string, Record<string, Operation>>
  }
  const errors = new Map(
    routes.map((route) => [`${route.method} ${route.base}${route.path}`.replaceAll(/:(\w+)/g, '{$1}'), route.errors]),
  )
  return Object.keys(paths)
    .toSorted()
    .flatMap((path) =>
      Object.entries(paths[path] ?? {}).map(([method, operation]) => {
        const name = `${method.toUpperCase()} ${path}`
        const who = [operation['x-access'], operation['x-right'], operation['x-for-keys'] && 'keys']
          .filter(Boolean)
          .join(', ')
        return [`${name} (${who})`, ...describeOperation(operation, errors.get(name) ?? [])].join('\n')
      }),
    )
    .join('\n\n')
}

function describeOperation({ parameters, requestBody, responses }: Operation, errors: readonly string[]): string[] {
  const [status = '200', answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  return [
    ...parameters.flatMap(({ name, in: place, required, schema }) =>
      outline(schema, `  ${place} ${name}${required ? '' : '?'}`),
    ),
    ...Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) => outline(schema, `  takes ${type}`)),
    ...Object.entries(answer?.content ?? {}).flatMap(([type, { schema }]) => outline(schema, `  ${status} ${type}`)),
    ...(errors.length > 0 ? [`  errors ${errors.toSorted().join(', ')}`] : []),
  ]
}

/** A value, or each of the values in it, with its type. */
function outline(schema: Schema, path: string): string[] {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) {
    const plain = choices.map(typeOf)
    if (plain.every((type) => type !== undefined)) return [`${path}: ${[...new Set(plain)].join(' | ')}`]
    return choices.flatMap((choice, index) => outline(choice, `${path}<${index + 1}>`))
  }
  if (schema.properties) {
    const entries = Object.entries(schema.properties)
    if (entries.length === 0) return [`${path}: {}`]
    const required = new Set(schema.required)
    return entries.flatMap(([name, property]) => outline(property, `${path}.${name}${required.has(name) ? '' : '?'}`))
  }
  if (schema.items) return outline(schema.items, `${path}[]`)
  if (typeof schema.additionalProperties === 'object') return outline(schema.additionalProperties, `${path}{}`)
  return [`${path}: ${typeOf(schema) ?? 'any'}`]
}

function typeOf({
  type,
  enum: values,
  const: value,
  $ref,
  properties,
  items,
  anyOf,
  oneOf,
  allOf,
}: Schema): string | undefined {
  if (values) return values.map((each) => JSON.stringify(each)).join(' | ')
  if (value !== undefined) return JSON.stringify(value)
  if ($ref !== undefined) return $ref
  if (properties || items || anyOf || oneOf || allOf) return undefined
  return type === undefined ? 'any' : [type].flat().join(' | ')
}

/** Each node with what flows and requests hold of it: its version, inputs, outputs and former names. */
export function describeNodes(
  nodes: readonly NodeDescription[],
  credentials: readonly CredentialDescription[],
): string {
  const described = [
    ...byName(nodes).map((node) => [
      `${node.name} v${node.version}: ${node.baseClasses.join(' > ')} (${node.category})`,
      ...(node.credential
        ? [`  credential${optional(node.credential)}: ${(node.credential.credentialNames ?? []).join(' | ')}`]
        : []),
      ...node.inputs.map((input) => `  ${describeInput(input)}`),
      ...(node.outputs ?? []).map(({ name, baseClasses }) => `  gives ${name}: ${baseClasses.join(' > ')}`),
      ...(node.aliases ?? []).map(({ name }) => `  formerly ${name}`),
    ]),
    ...byName(credentials).map((credential) => [
      `credential ${credential.name} v${credential.version}`,
      ...credential.inputs.map((input) => `  ${describeInput(input)}`),
    ]),
  ]
  return described.map((lines) => lines.join('\n')).join('\n\n')
}

function byName<Named extends { name: string }>(all: readonly Named[]): Named[] {
  return all.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function describeInput(input: InputDescription): string {
  const { name, type, list, default: value, options, destination } = input
  const choices = options && type !== 'asyncOptions' ? `(${options.map((option) => option.name).join(' | ')})` : ''
  const initial = value === undefined || value === '' ? '' : ` = ${JSON.stringify(value).slice(0, 60)}`
  return `${name}${optional(input)}: ${type}${list ? '[]' : ''}${choices}${initial}${destination === false ? '' : ', closed to requests'}`
}

function optional({ optional: isOptional }: { optional?: boolean }): string {
  return isOptional ? '?' : ''
}

/** Declarations without their comments. */
export function withoutComments(declarations: string): string {
  return declarations
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('import ') && !line.startsWith('export {}'))
    .join('\n')
}
