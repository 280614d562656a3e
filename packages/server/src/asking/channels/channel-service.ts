import {
  AppError,
  type Channel,
  type ChannelChanges,
  type ChannelDelivery,
  type NewChannel,
} from '@chatwright/contract'
import type { Config } from '../../ground/config/config.ts'
import { serverAddress } from '../../ground/config/server-address.ts'
import { newId } from '../../ground/db/new-id.ts'
import type { DeliveryLog, DeliveryWithRun, SubjectOf } from '../../runs/deliveries/delivery-log.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import { channelKinds, type OpenChannel } from './channel-access.ts'
import { ChannelFault, type Account, type ChannelEvent } from './channel-kind.ts'
import type { ChannelRow, ChannelStore, ListedChannel } from './channel-store.ts'
import { eventOf, type MessageStore } from './message-store.ts'

export type ChannelService = ReturnType<typeof createChannelService>

export interface ChannelServiceDependencies {
  channels: ChannelStore
  messages: Pick<MessageStore, 'sendAgain'>
  log: DeliveryLog
  library: Pick<FlowLibrary, 'head'>
  credentials: { kindOf(id: string): Promise<string | undefined> }
  open: OpenChannel
  config: Pick<Config, 'publicUrl' | 'port' | 'login'>
  now: () => Date
  /** Something is to be sent again. */
  onWanted: () => void
}

const MOST_SHOWN = 300

export function createChannelService(dependencies: ChannelServiceDependencies) {
  const { channels, messages, log, library, credentials, open, config, now, onWanted } = dependencies

  const addressOf = (id: string): string => `${serverAddress(config)}/api/v1/channels/${id}/events`

  const require = async (id: string): Promise<ListedChannel> => {
    const row = await channels.find(id)
    if (!row) throw new AppError('channel-not-found', { id })
    return row
  }

  const toChannel = (row: ListedChannel): Channel => {
    const account = row.account === null ? undefined : (JSON.parse(row.account) as Account)
    return {
      id: row.id,
      kind: row.kind,
      name: row.name,
      flowId: row.chatflow_id,
      flowName: row.flowName,
      credentialId: row.credential_id,
      enabled: row.is_enabled === 1,
      status: row.problem !== null ? 'broken' : account ? 'connected' : 'new',
      problem: row.problem,
      account: account?.name ?? null,
      greeting: row.greeting,
      allowedSenders: JSON.parse(row.allowed_senders) as string[],
      address: addressOf(row.id),
      lastMessageAt: row.lastMessage,
      createdDate: row.created_date,
      updatedDate: row.updated_date,
    }
  }

  /** A credential of another kind would be sent to a vendor it was not made for. */
  const checkCredential = async (kind: ChannelRow['kind'], id: string | null | undefined): Promise<void> => {
    if (id === null || id === undefined) return
    const found = await credentials.kindOf(id)
    if (found === undefined) throw new AppError('credential-not-found', { id })
    const wanted = channelKinds[kind]
    if (found === wanted.credential) return
    const reason = `${wanted.label} takes ${wanted.credential}, not ${found}.`
    throw new AppError(
      'credential-refused',
      { id, reason },
      { message: `You can't use this credential here. ${reason}` },
    )
  }

  /** Nobody sends any more to a channel that is gone, or that has other tokens now. Failing, it is refused at the door. */
  const letGo = async (row: ChannelRow): Promise<void> => {
    const { disconnect } = channelKinds[row.kind]
    if (!disconnect || row.account === null) return
    await open(row)
      .then((access) => disconnect(access))
      .catch(() => undefined)
  }

  return {
    async list(): Promise<{ data: Channel[]; isReachable: boolean; isPublicUrl: boolean }> {
      const rows = await channels.list()
      return {
        data: rows.map(toChannel),
        isReachable: config.login !== undefined,
        isPublicUrl: config.publicUrl !== undefined,
      }
    },

    get: async (id: string): Promise<Channel> => toChannel(await require(id)),

    async create(values: NewChannel): Promise<Channel> {
      const { kind, name, flowId, credentialId = null, greeting = '', allowedSenders = [] } = values
      await library.head(flowId)
      await checkCredential(kind, credentialId)
      const id = newId()
      const at = now().toISOString()
      await channels.insert({
        id,
        chatflow_id: flowId,
        kind,
        name,
        credential_id: credentialId,
        is_enabled: 1,
        account: null,
        problem: null,
        greeting,
        allowed_senders: JSON.stringify(allowedSenders),
        created_date: at,
        updated_date: at,
      })
      return toChannel(await require(id))
    },

    async update(id: string, changes: ChannelChanges): Promise<Channel> {
      const row = await require(id)
      const { name, flowId, credentialId, greeting, allowedSenders, enabled } = changes
      if (flowId !== undefined) await library.head(flowId)
      await checkCredential(row.kind, credentialId)
      const hasOtherTokens = credentialId !== undefined && credentialId !== row.credential_id
      if (hasOtherTokens) await letGo(row)
      await channels.update(id, {
        updated_date: now().toISOString(),
        ...(name !== undefined && { name }),
        ...(flowId !== undefined && { chatflow_id: flowId }),
        ...(greeting !== undefined && { greeting }),
        ...(allowedSenders !== undefined && { allowed_senders: JSON.stringify(allowedSenders) }),
        ...(enabled !== undefined && { is_enabled: enabled ? 1 : 0 }),
        ...(hasOtherTokens && { credential_id: credentialId, account: null, problem: null }),
      })
      return toChannel(await require(id))
    },

    async delete(id: string): Promise<{ deleted: boolean }> {
      await letGo(await require(id))
      await channels.delete(id)
      return { deleted: true }
    },

    async connect(id: string): Promise<Channel> {
      const row = await require(id)
      try {
        const account = await channelKinds[row.kind].connect(await open(row), addressOf(id))
        await channels.update(id, {
          account: JSON.stringify(account),
          problem: null,
          updated_date: now().toISOString(),
        })
      } catch (error) {
        if (!(error instanceof ChannelFault)) throw error
        await channels.update(id, { problem: error.message, updated_date: now().toISOString() })
        throw new AppError('channel-unconnected', undefined, { message: error.message, cause: error })
      }
      return toChannel(await require(id))
    },

    async deliveries(id: string, { page = 1, limit = 20 }: { page?: number | undefined; limit?: number | undefined }) {
      await require(id)
      const { rows, total } = await log.page(of(id), { page, limit })
      return { data: rows.map(toDelivery), total }
    },

    async sendAgain(id: string, deliveryId: string): Promise<ChannelDelivery> {
      await require(id)
      if (!(await log.find(of(id), deliveryId))) throw new AppError('delivery-not-found', { id: deliveryId })
      if (!(await messages.sendAgain(id, deliveryId))) throw new AppError('delivery-sent', { id: deliveryId })
      onWanted()
      const row = await log.find(of(id), deliveryId)
      if (!row) throw new AppError('delivery-not-found', { id: deliveryId })
      return toDelivery(row)
    },
  }
}

const of = (id: string): SubjectOf => ({ kind: 'channel', id })

function toDelivery(row: DeliveryWithRun): ChannelDelivery {
  const event = eventOf(row)
  return {
    id: row.id,
    type: event.type,
    sender: event.sender.name,
    text: wordsOf(event).slice(0, MOST_SHOWN),
    status: SHOWN_AS[row.state as keyof typeof SHOWN_AS],
    error: row.error,
    runId: row.run_id,
    executionId: row.execution_id,
    times: row.times,
    createdDate: row.created_date,
  }
}

/** What came to a channel has an outcome of its own, whatever its run came to. */
const SHOWN_AS = {
  kept: 'QUEUED',
  running: 'RUNNING',
  waiting: 'WAITING',
  done: 'SUCCEEDED',
  failed: 'FAILED',
  unknown: 'UNKNOWN',
  refused: 'REFUSED',
} as const

function wordsOf(event: ChannelEvent): string {
  if (event.type !== 'message') return ''
  return event.text === '' ? event.files.map(({ name }) => name).join(', ') : event.text
}
