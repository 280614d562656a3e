import {
  AppError,
  NoticeEvent,
  type NewNotice,
  type Notice,
  type NoticeDelivery,
  type NoticeValues,
} from '@chatwright/contract'
import { randomBytes } from 'node:crypto'
import type { SecretBox } from '../../parts/credentials/secret-box.ts'
import { newId } from '../../ground/db/new-id.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import type { DeliveryLog, DeliveryWithRun, SubjectOf } from '../../runs/deliveries/delivery-log.ts'
import { eventOf, type NoticeState, type NoticeStore } from './notice-store.ts'

export type NoticeService = ReturnType<typeof createNoticeService>

const SECRET_BYTES = 32
const MOST_NOTICES = 10

/** Who is told what runs of a flow come to, and what became of it. */
export function createNoticeService({
  store,
  log,
  library,
  box,
  canMail,
  now,
}: {
  store: NoticeStore
  log: DeliveryLog
  library: Pick<FlowLibrary, 'head'>
  box: Pick<SecretBox, 'seal'>
  canMail: boolean
  now: () => Date
}) {
  const found = async (id: string): Promise<NoticeState> => {
    const row = await store.find(id)
    if (!row) throw new AppError('notice-not-found', { id })
    return row
  }
  const checkMail = (url: string): void => {
    if (url.startsWith('mailto:') && !canMail) throw new AppError('mail-not-set')
  }
  const sealed = (id: string): { secret: string; text: string } => {
    const secret = randomBytes(SECRET_BYTES).toString('hex')
    return { secret, text: box.seal({ table: 'flow_notice', id }, secret) }
  }

  return {
    read: async (id: string): Promise<Notice> => toNotice(await found(id)),

    async list(flowId: string): Promise<Notice[]> {
      await library.head(flowId)
      return (await store.all(flowId)).map(toNotice)
    },

    async create({ flowId, url, events, enabled = true }: NewNotice): Promise<Notice & { secret: string }> {
      await library.head(flowId)
      checkMail(url)
      if ((await store.all(flowId)).length >= MOST_NOTICES)
        throw new AppError('too-many-notices', { most: MOST_NOTICES })
      const id = newId()
      const at = now().toISOString()
      const { secret, text } = sealed(id)
      await store.create({
        id,
        chatflow_id: flowId,
        url,
        events: wordsOf(events),
        secret: text,
        is_enabled: enabled ? 1 : 0,
        created_date: at,
        updated_date: at,
      })
      return { ...toNotice(await found(id)), secret }
    },

    async update(id: string, { url, events, enabled }: NoticeValues): Promise<Notice> {
      await found(id)
      checkMail(url)
      const isEnabled = enabled === undefined ? {} : { is_enabled: enabled ? (1 as const) : (0 as const) }
      await store.update(id, { url, events: wordsOf(events), ...isEnabled }, now())
      return toNotice(await found(id))
    },

    async remove(id: string) {
      return { raw: [], affected: await store.remove(await found(id)) }
    },

    async renewSecret(id: string) {
      await found(id)
      const { secret, text } = sealed(id)
      await store.update(id, { secret: text }, now())
      return { secret }
    },

    async deliveries(id: string, { page = 1, limit = 20 }: { page?: number | undefined; limit?: number | undefined }) {
      await found(id)
      const { rows, total } = await log.page(of(id), { page, limit })
      return { data: rows.map(toDelivery), total }
    },

    async sendAgain(id: string, deliveryId: string): Promise<NoticeDelivery> {
      await found(id)
      if (!(await log.find(of(id), deliveryId))) throw new AppError('delivery-not-found', { id: deliveryId })
      await store.again(deliveryId)
      const row = await log.find(of(id), deliveryId)
      if (!row) throw new AppError('delivery-not-found', { id: deliveryId })
      return toDelivery(row)
    },
  }
}

const of = (id: string): SubjectOf => ({ kind: 'notice', id })

function wordsOf(events: readonly NoticeEvent[]): string {
  return ` ${NoticeEvent.options.filter((event) => events.includes(event)).join(' ')} `
}

function toNotice(row: NoticeState): Notice {
  return {
    id: row.id,
    flowId: row.chatflow_id,
    url: row.url,
    events: NoticeEvent.options.filter((event) => row.events.includes(` ${event} `)),
    enabled: row.is_enabled === 1,
    lastSentAt: row.last_sent,
    unsent: Number(row.unsent),
    createdDate: row.created_date,
    updatedDate: row.updated_date,
  }
}

function toDelivery(row: DeliveryWithRun): NoticeDelivery {
  return {
    id: row.id,
    event: eventOf(row),
    runId: row.run_id ?? '',
    executionId: row.execution_id,
    state: row.state as NoticeDelivery['state'],
    tries: row.tries,
    error: row.error,
    nextTryAt: row.due_at,
    sentDate: row.done_date,
    createdDate: row.created_date,
  }
}
