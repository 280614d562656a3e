import { createVariable, deleteVariable, listVariables, updateVariable } from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { VariableService } from './variable-service.ts'

export const variableRoutes = (variables: VariableService): Handler[] => [
  handle(listVariables, () => variables.list()),
  handle(createVariable, ({ body }) => variables.create(body)),
  handle(updateVariable, ({ params, body }) => variables.update(params.id, body)),
  handle(deleteVariable, async ({ params }) => {
    await variables.delete(params.id)
    return { raw: [], affected: 1 }
  }),
]
