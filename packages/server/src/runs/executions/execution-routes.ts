import {
  deleteExecution,
  deleteExecutions,
  getExecution,
  getExecutionFlow,
  getExecutionStep,
  getPublicExecution,
  getPublicExecutionFlow,
  getPublicExecutionStep,
  listExecutions,
  listExecutionSteps,
  listPublicExecutionSteps,
  retryExecution,
  updateExecution,
} from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { ExecutionService } from './execution-service.ts'

export const executionRoutes = (executions: ExecutionService): Handler[] => [
  handle(listExecutions, ({ query }) => executions.list(query)),
  handle(getExecution, ({ params }) => executions.get(params.id)),
  handle(updateExecution, ({ params, body }) => executions.update(params.id, body)),
  handle(deleteExecution, async ({ params }) => deleted(await executions.deleteOne(params.id))),
  handle(deleteExecutions, async ({ body }) => deleted(await executions.delete(body.executionIds))),
  handle(listExecutionSteps, ({ params }) => executions.steps(params.id)),
  handle(getExecutionStep, ({ params, query }) => executions.step(params.id, query.path)),
  handle(getExecutionFlow, ({ params }) => executions.flow(params.id)),
  handle(retryExecution, ({ params, body }) => executions.retry(params.id, body)),
  handle(getPublicExecution, ({ params }) => executions.shared.get(params.id)),
  handle(listPublicExecutionSteps, ({ params }) => executions.shared.steps(params.id)),
  handle(getPublicExecutionStep, ({ params, query }) => executions.shared.step(params.id, query.path)),
  handle(getPublicExecutionFlow, ({ params }) => executions.shared.flow(params.id)),
]

function deleted(deletedCount: number) {
  return { success: true as const, deletedCount }
}
