import type { NodeDescription } from '@chatwright/core'
import type { ChatflowService } from '../../flows/chatflows/chatflow-service.ts'
import type { OpenedDrafts } from '../../flows/chatflows/opened-drafts.ts'
import { createChatflowStore } from '../../flows/chatflows/chatflow-store.ts'
import type { FlowIntake } from '../../flows/chatflows/stored-flow.ts'
import type { Config } from '../../ground/config/config.ts'
import { createSecretBox, type ReadKeys } from '../../parts/credentials/secret-box.ts'
import type { Database } from '../../ground/db/database.ts'
import type { RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import type { EventStreams } from '../../door/http/event-stream.ts'
import type { Handler } from '../../door/http/handle.ts'
import { createFlowDoor } from '../../asking/mcp/flow-door.ts'
import { createFlowMcpService } from '../../asking/mcp/flow-mcp-service.ts'
import { createFlowMcpStore } from '../../asking/mcp/flow-mcp-store.ts'
import type { ReadKnowledge } from '../../asking/mcp/knowledge-resources.ts'
import { mcpRoutes } from '../../asking/mcp/mcp-routes.ts'
import { createDraftReview } from '../../asking/mcp/proposed-draft.ts'
import { createServerDoor } from '../../asking/mcp/server-door.ts'
import type { PredictionService } from '../../asking/predictions/prediction-service.ts'
import type { RunService } from '../../runs/runs/run-service.ts'

export interface McpOptions {
  config: Config
  readKeys: ReadKeys
  database: Database
  library: FlowLibrary
  predictions: PredictionService
  limiter: RateLimiter
  streams: EventStreams
  nodes: readonly NodeDescription[]
  intake: Pick<FlowIntake, 'index'>
  chatflows: ChatflowService
  runs: RunService
  knowledge: ReadKnowledge
  opened: OpenedDrafts
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
    review: createDraftReview({ ...options, describe: (name) => options.intake.index.describe(name) }),
    credentialIds: () => flows.credentialIds(),
  })
  return mcpRoutes({ ...options, offers, enter, enterServer })
}
