import { parseJson, NodeError, type JsonSchema } from '@chatwright/core'
import { z } from 'zod'

const Rows = z.array(
  z.object({
    property: z.string().regex(/^[A-Za-z_]\w*$/, 'a name of letters, digits and _'),
    type: z.enum(['string', 'number', 'boolean', 'date']).catch('string'),
    description: z.string().catch(''),
    required: z.boolean().catch(false),
  }),
)

/** The inputs of a custom tool, from the rows of its schema grid. */
export function parametersOf(schema: string, toolName: string): JsonSchema {
  const rows = Rows.safeParse(parseRows(schema))
  if (!rows.success) {
    const [issue] = rows.error.issues
    throw new NodeError(`The inputs of the custom tool "${toolName}" can't be read: ${issue?.message ?? ''}`, {
      code: 'bad-input',
      hint: 'Open the tool on the Tools page and fix its input schema.',
      cause: rows.error,
    })
  }
  return {
    type: 'object',
    properties: Object.fromEntries(
      rows.data.map(({ property, type, description }): [string, JsonSchema] => [
        property,
        type === 'date' ? { type: 'string', format: 'date-time', description } : { type, description },
      ]),
    ),
    required: rows.data.filter(({ required }) => required).map(({ property }) => property),
  }
}

function parseRows(schema: string): unknown {
  try {
    return parseJson(schema.trim() === '' ? '[]' : schema)
  } catch {
    return undefined
  }
}
