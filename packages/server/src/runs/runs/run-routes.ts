import { getRun, listRuns } from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { RunService } from './run-service.ts'

export const runRoutes = (runs: RunService): Handler[] => [
  handle(listRuns, ({ query }) => runs.list(query)),
  handle(getRun, ({ params }) => runs.get(params.id)),
]
