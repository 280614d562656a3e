import { getDryReplay, startDryReplay } from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { DryReplayService } from './dry-replay-service.ts'

export const dryReplayRoutes = (dryReplays: DryReplayService): Handler[] => [
  handle(getDryReplay, ({ params }) => dryReplays.get(params.id)),
  handle(startDryReplay, ({ params }) => dryReplays.start(params.id)),
]
