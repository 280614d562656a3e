import { AppError } from '@chatwright/contract'
import type { NodeDescription } from '@chatwright/core'
import { toChatflow } from '../../flows/chatflows/chatflow-service.ts'
import { createChatflowStore } from '../../flows/chatflows/chatflow-store.ts'
import type { Database } from '../../ground/db/database.ts'
import { createExecutionService, type ExecutionService } from '../../runs/executions/execution-service.ts'
import { createExecutionStore } from '../../runs/executions/execution-store.ts'
import { createFlowHeadStore } from '../../flows/flows/flow-head-store.ts'
import type { Runner } from '../../runs/runs/runner.ts'

/** What agent flows did, for whoever looks at it later. */
export function createExecutions({
  database,
  describe,
  runner,
}: {
  database: Database
  describe: (nodeName: string) => NodeDescription | undefined
  runner: Pick<Runner, 'enqueue'>
}): ExecutionService {
  const flows = createChatflowStore(database)
  const heads = createFlowHeadStore(database)
  return createExecutionService({
    store: createExecutionStore(database),
    async flow(id) {
      const row = await flows.find(id)
      if (!row) throw new AppError('chatflow-not-found', { id })
      return toChatflow(row)
    },
    graph: (pinned) => heads.pinnedGraph(pinned),
    describe,
    runner,
  })
}
