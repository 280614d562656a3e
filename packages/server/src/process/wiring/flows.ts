import { chatflowRoutes } from '../../flows/chatflows/chatflow-routes.ts'
import { createChatflowService, type ChatflowService } from '../../flows/chatflows/chatflow-service.ts'
import { createChatflowStore } from '../../flows/chatflows/chatflow-store.ts'
import { createOpenDraft, createOpenedDrafts, type OpenedDrafts } from '../../flows/chatflows/opened-drafts.ts'
import { keepCollectingGraphs } from '../../flows/flows/collect-graphs.ts'
import { dryReplayRoutes } from '../../improving/dry-replays/dry-replay-routes.ts'
import { createDryReplayService } from '../../improving/dry-replays/dry-replay-service.ts'
import { createDryReplayStore } from '../../improving/dry-replays/dry-replay-store.ts'
import type { Common } from './common.ts'
import type { Group } from './group.ts'

export interface Flows extends Group {
  chatflows: ChatflowService
  opened: OpenedDrafts
}

/** Flows as they are saved, and what each save does to recorded answers. */
export function createFlows({ database, logger, resources, execution, runner }: Common): Flows {
  const { library, keptDays, now } = execution
  const { intake, effects } = resources
  const dryReplays = createDryReplayService({
    store: createDryReplayStore(database),
    library,
    runner,
    isRecording: () => keptDays.of('recordings') > 0,
    onFault: (error) => logger.warn({ err: error }, 'what a save changes could not be found out'),
  })
  const chatflows = createChatflowService({
    store: createChatflowStore(database),
    storeFlow: intake.store,
    index: intake.index,
    onSaved: (id, version) => dryReplays.saved(id, version),
  })
  const stopCollecting = keepCollectingGraphs(database, {
    now,
    onFault: (error) => logger.warn({ err: error }, 'old graphs could not be deleted'),
  })
  const opened = createOpenedDrafts(effects.records)
  return {
    chatflows,
    opened,
    handlers: [...chatflowRoutes(chatflows, createOpenDraft({ library, opened })), ...dryReplayRoutes(dryReplays)],
    close: stopCollecting,
  }
}
