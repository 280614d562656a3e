import type { Logger } from 'pino'
import type { ReadText } from '../../asking/attachments/read-text.ts'
import { createMayUseLink } from '../../asking/channels/allowed-senders.ts'
import { createOpenChannel, type AccessDependencies } from '../../asking/channels/channel-access.ts'
import { createChannelDoor } from '../../asking/channels/channel-door.ts'
import { channelRoutes } from '../../asking/channels/channel-routes.ts'
import { createChannelService } from '../../asking/channels/channel-service.ts'
import { createChannelStore } from '../../asking/channels/channel-store.ts'
import { createDeliver } from '../../asking/channels/deliver.ts'
import { followRun } from '../../asking/channels/follow-run.ts'
import { createMessageStore } from '../../asking/channels/message-store.ts'
import type { Config } from '../../ground/config/config.ts'
import type { Database } from '../../ground/db/database.ts'
import type { UploadStore } from '../../parts/files/upload-store.ts'
import type { RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import type { Handler } from '../../door/http/handle.ts'
import type { PredictionService } from '../../asking/predictions/prediction-service.ts'
import { createDeliveryLog } from '../../runs/deliveries/delivery-log.ts'
import { createDeliveryStore } from '../../runs/deliveries/delivery-store.ts'
import type { Outbox } from '../../runs/deliveries/outbox.ts'
import type { RunStore } from '../../runs/runs/run-store.ts'
import type { LinkHolder, ReviewLinks } from '../../runs/runs/waits/review-links.ts'
import type { WaitStore } from '../../runs/runs/waits/wait-store.ts'

export interface ChannelOptions {
  config: Config
  database: Database
  logger: Logger
  library: FlowLibrary
  predictions: PredictionService
  runs: RunStore
  waits: WaitStore
  uploads: UploadStore
  readText: ReadText
  limiter: RateLimiter
  links: ReviewLinks
  credentials: AccessDependencies['credential'] & { kindOf(id: string): Promise<string | undefined> }
  secrets: AccessDependencies['secrets']
  fetch: typeof fetch
  now: () => Date
  outbox: Outbox
}

export interface Channels {
  handlers: Handler[]
  mayUseLink: (holder: LinkHolder) => Promise<boolean>
}

const HOUR_MS = 3_600_000

/** Everything between a chat elsewhere and the run that answers it. */
export function createChannels(options: ChannelOptions): Channels {
  const { config, database, outbox, logger, links, credentials } = options
  const channels = createChannelStore(database)
  const messages = createMessageStore(database, createDeliveryStore(database))
  const open = createOpenChannel({ ...options, credential: credentials })
  const onFault = (error: unknown): void => logger.warn({ err: error }, 'channels cannot be looked after right now')
  /** One person's own is asked for again with a press, and so need not last. */
  const linkInto = (waitId: string, holder: LinkHolder): string =>
    links.linkFor(waitId, holder.sender ? options.now().getTime() + HOUR_MS : undefined, holder)
  const deliver = createDeliver({
    ...options,
    channels,
    messages,
    open,
    // A link that leads to this machine is of no use to anybody elsewhere.
    linkFor: config.publicUrl === undefined ? undefined : linkInto,
    showTyping: (run, destination) => followRun(run, destination, { onRest: outbox.nudge, onFault }),
    onDecided: outbox.follow,
    onFault,
  })
  outbox.handle('channel', deliver)
  const service = createChannelService({
    ...options,
    channels,
    messages,
    log: createDeliveryLog(database),
    open,
    onWanted: outbox.nudge,
  })
  const receive = createChannelDoor({ channels, messages, open, onKept: outbox.nudge })
  return {
    handlers: channelRoutes(service, receive),
    mayUseLink: createMayUseLink(channels),
  }
}
