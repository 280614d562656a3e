import type { NodeDescription } from '@chatwright/core'
import type { ChatflowService } from '../chatflows/chatflow-service.ts'
import { createChatflowStore } from '../chatflows/chatflow-store.ts'
import type { FlowIntake } from '../chatflows/stored-flow.ts'
import type { Config } from '../config/config.ts'
import { createSecretBox, type ReadKeys } from '../credentials/secret-box.ts'
import type { Database } from '../db/database.ts'
import type { RateLimiter } from '../flow-access/rate-limiter.ts'
import type { FlowLibrary } from '../flows/flow-library.ts'
import type { IsOperator } from '../http/access.ts'
import type { EventStreams } from '../http/event-stream.ts'
import type { Handler } from '../http/handle.ts'
import { createFlowDoor } from '../mcp/flow-door.ts'
import { createFlowMcpService } from '../mcp/flow-mcp-service.ts'
import { createFlowMcpStore } from '../mcp/flow-mcp-store.ts'
import { mcpRoutes } from '../mcp/mcp-routes.ts'
import { createServerDoor } from '../mcp/server-door.ts'
import type { PredictionService } from '../predictions/prediction-service.ts'
import type { RunService } from '../runs/run-service.ts'

export interface McpOptions {
  config: Config
  readKeys: ReadKeys
  database: Database
  library: FlowLibrary
  predictions: PredictionService
  limiter: RateLimiter
  streams: EventStreams
  isOperator: IsOperator
  nodes: readonly NodeDescription[]
  intake: Pick<FlowIntake, 'index'>
  chatflows: ChatflowService
  runs: RunService
  now: () => Date
}

/** Flows, and all that is done with them, as tools for whatever speaks the Model Context Protocol. */
export function createMcp(options: McpOptions): Handler[] {
  const store = createFlowMcpStore(options.database)
  const box = createSecretBox(options.readKeys)
  const offers = createFlowMcpService({ ...options, store, box })
  const enter = createFlowDoor({ ...options, store, box })
  const flows = createChatflowStore(options.database)
  const enterServer = createServerDoor({
    ...options,
    index: options.intake.index,
    credentialIds: () => flows.credentialIds(),
  })
  return mcpRoutes({ ...options, offers, enter, enterServer })
}
