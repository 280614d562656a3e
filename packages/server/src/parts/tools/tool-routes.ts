import { createTool, deleteTool, getTool, listTools, runFunction, tryTool, updateTool } from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { ToolService } from './tool-service.ts'

export const toolRoutes = (tools: ToolService): Handler[] => [
  handle(listTools, () => tools.list()),
  handle(getTool, ({ params }) => tools.get(params.id)),
  handle(createTool, ({ body }) => tools.create(body)),
  handle(updateTool, ({ params, body }) => tools.update(params.id, body)),
  handle(deleteTool, async ({ params, query }) => {
    await tools.delete(params.id, { isForced: query.force === 'true' })
    return { raw: [], affected: 1 }
  }),
  handle(tryTool, ({ body }) => tools.try(body)),
  handle(runFunction, ({ body }) => tools.run(body)),
]
