import { parseJson } from '@chatwright/core'
import { z } from 'zod'
import { asRead, Deletion, ForceQuery, IdParams, IsoDate, text } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Tools'

/** A tool written by a person: what a model is told, and the JavaScript that answers. */
export const CustomTool = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** A colour or gradient for its picture. */
  color: z.string(),
  iconSrc: z.string().nullable(),
  /** Rows `{property, type, description, required}`, as JSON text. */
  schema: z.string().nullable(),
  /** The body of an async function; inputs are `$name`, variables `$vars.name`. */
  func: z.string().nullable(),
  createdDate: IsoDate,
  updatedDate: IsoDate,
})
export type CustomTool = z.infer<typeof CustomTool>

export const ToolSchemaRow = z.looseObject({
  property: text(100).regex(/^[A-Za-z_$][\w$]*$/, 'A property is named like a variable: letters, digits, underscores'),
  type: z.enum(['string', 'number', 'boolean', 'date']),
  description: text(2000).optional(),
  required: z.boolean().optional(),
})
export type ToolSchemaRow = z.infer<typeof ToolSchemaRow>

const SchemaText = text(100_000).refine(isSchema, 'Expected the JSON text of rows with property, type, description')
const Code = text(200_000)

const writable = {
  name: text(255).refine((name) => name.trim() !== '', 'A tool needs a name'),
  description: text(10_000),
  color: text(500),
  iconSrc: text(2000).nullable(),
  schema: SchemaText.nullable(),
  func: Code.nullable(),
}

const older = ['workspaceId']

export const NewCustomTool = asRead(
  z.strictObject(writable).partial().required({ name: true, description: true }),
  CustomTool,
  older,
)
export type NewCustomTool = z.infer<typeof NewCustomTool>

export const CustomToolChanges = asRead(z.strictObject(writable).partial(), CustomTool, older)
export type CustomToolChanges = z.infer<typeof CustomToolChanges>

export const ToolTrial = z.strictObject({
  func: Code,
  schema: SchemaText.nullable().optional(),
  inputs: z.record(text(100), z.unknown()).optional(),
})
export type ToolTrial = z.infer<typeof ToolTrial>

export const ToolTrialResult = z.object({
  ok: z.boolean(),
  /** What the function returned, as the model would read it. */
  output: z.string(),
  console: z.array(z.object({ level: z.enum(['log', 'warn', 'error']), text: z.string() })),
  durationMs: z.number(),
  error: z.object({ message: z.string(), hint: z.string().optional() }).optional(),
})
export type ToolTrialResult = z.infer<typeof ToolTrialResult>

export const listTools = defineRoute({
  method: 'GET',
  path: '/tools',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'List custom tools, last changed first.',
  response: z.array(CustomTool),
})

export const getTool = defineRoute({
  method: 'GET',
  path: '/tools/:id',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'Get a custom tool.',
  params: IdParams,
  response: CustomTool,
  errors: ['tool-not-found'],
})

export const createTool = defineRoute({
  method: 'POST',
  path: '/tools',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Create a custom tool.',
  body: NewCustomTool,
  response: CustomTool,
})

export const updateTool = defineRoute({
  method: 'PUT',
  path: '/tools/:id',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Update a custom tool.',
  params: IdParams,
  body: CustomToolChanges,
  response: CustomTool,
  errors: ['tool-not-found'],
})

export const deleteTool = defineRoute({
  method: 'DELETE',
  path: '/tools/:id',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Delete a custom tool. Refused while flows use it, unless forced.',
  params: IdParams,
  query: ForceQuery,
  response: Deletion,
  errors: ['tool-not-found', 'tool-in-use'],
})

export const tryTool = defineRoute({
  method: 'POST',
  path: '/tools/try',
  access: 'owner',
  right: 'flow.edit',
  isAudited: false,
  tag,
  summary: "Run a tool's code in the sandbox and return its output, console and duration.",
  body: ToolTrial,
  response: ToolTrialResult,
})

/** A function as the canvas of the older product tries it: inputs by name, and the code. */
export const runFunction = defineRoute({
  method: 'POST',
  path: '/node-custom-function',
  access: 'owner',
  right: 'flow.edit',
  isAudited: false,
  tag,
  summary: 'Run JavaScript in the sandbox, like a Custom Function node.',
  body: z.looseObject({
    javascriptFunction: Code,
    functionInputVariables: z.record(text(100), z.unknown()).or(text(100_000)).optional(),
  }),
  response: z.unknown(),
  errors: ['node-failed'],
})

function isSchema(value: string): boolean {
  try {
    return z.array(ToolSchemaRow).max(100).safeParse(parseJson(value)).success
  } catch {
    return false
  }
}
