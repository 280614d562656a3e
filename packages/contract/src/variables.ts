import { z } from 'zod'
import { asRead, Deletion, IdParams, IsoDate, text } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Variables'

/** A value usable in every flow as `{{$vars.name}}` and in code as `$vars.name`. */
export const Variable = z.object({
  id: z.string(),
  name: z.string(),
  /** Empty when the variable is secret. */
  value: z.string(),
  /** `runtime` takes its value from the server's environment. */
  type: z.enum(['static', 'runtime']),
  isSecret: z.boolean(),
  isSet: z.boolean(),
  createdDate: IsoDate,
  updatedDate: IsoDate,
})
export type Variable = z.infer<typeof Variable>

const writable = {
  name: text(64).regex(/^[A-Za-z_]\w*$/, 'A variable is named with letters, digits and underscores'),
  value: text(100_000),
  type: z.enum(['static', 'runtime']),
  isSecret: z.boolean(),
}

const older = ['workspaceId']

export const NewVariable = asRead(z.strictObject(writable).partial().required({ name: true }), Variable, older)
export type NewVariable = z.infer<typeof NewVariable>

export const VariableChanges = asRead(z.strictObject(writable).partial(), Variable, older)
export type VariableChanges = z.infer<typeof VariableChanges>

export const listVariables = defineRoute({
  method: 'GET',
  path: '/variables',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'List variables without secret values.',
  response: z.array(Variable),
})

export const createVariable = defineRoute({
  method: 'POST',
  path: '/variables',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Create a variable.',
  body: NewVariable,
  response: Variable,
  errors: ['variable-name-taken'],
})

export const updateVariable = defineRoute({
  method: 'PUT',
  path: '/variables/:id',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Update a variable. Omitted values and empty secrets stay unchanged.',
  params: IdParams,
  body: VariableChanges,
  response: Variable,
  errors: ['variable-not-found', 'variable-name-taken', 'credential-unreadable'],
})

export const deleteVariable = defineRoute({
  method: 'DELETE',
  path: '/variables/:id',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Delete a variable.',
  params: IdParams,
  response: Deletion,
  errors: ['variable-not-found'],
})
