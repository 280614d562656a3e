import type { Logger } from 'pino'
import { createChatflowService } from '../../flows/chatflows/chatflow-service.ts'
import { createChatflowStore } from '../../flows/chatflows/chatflow-store.ts'
import type { FlowIntake } from '../../flows/chatflows/stored-flow.ts'
import type { Database } from '../../ground/db/database.ts'
import { createDryReplayService } from '../../improving/dry-replays/dry-replay-service.ts'
import { createDryReplayStore } from '../../improving/dry-replays/dry-replay-store.ts'
import type { Runner } from '../../runs/runs/runner.ts'
import type { Execution } from './run-execution.ts'

export interface SavingOptions {
  database: Database
  logger: Logger
  intake: Pick<FlowIntake, 'store' | 'index'>
  execution: Pick<Execution, 'library' | 'keptDays'>
  runner: Pick<Runner, 'enqueue' | 'cancel'>
}

/** Flows as they are saved, and what each save does to recorded answers. */
export function createSaving({ database, logger, intake, execution: { library, keptDays }, runner }: SavingOptions) {
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
  return { chatflows, dryReplays }
}
