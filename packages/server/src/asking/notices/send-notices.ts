import type { DeliveryRow, DeliveryStore } from '../../runs/deliveries/delivery-store.ts'
import type { DeliveryHandler } from '../../runs/deliveries/outbox.ts'
import type { SecretBox } from '../../parts/credentials/secret-box.ts'
import type { RunStore } from '../../runs/runs/run-store.ts'
import { hmacOf } from '../webhooks/signature.ts'
import type { MailNews } from './mail-news.ts'
import { newsOf, type News } from './news.ts'
import type { NoticeRow, NoticeStore } from './notice-store.ts'

export interface SendDependencies {
  store: Pick<NoticeStore, 'addresses' | 'mailedOfLate' | 'putOff' | 'sent'>
  deliveries: Pick<DeliveryStore, 'release' | 'takeTogether'>
  runs: Pick<RunStore, 'find'>
  box: Pick<SecretBox, 'open'>
  /** The guarded way out: private networks are out of reach. */
  fetch: typeof fetch
  mail: MailNews
  /** Where people reach this server. */
  base: string
  now: () => Date
}

type Address = Pick<NoticeRow, 'url' | 'secret'>

const LIMIT_MS = 10_000
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
/** Between one try and the next; after the last of them it is given up. */
const PAUSES_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS, 360 * MINUTE_MS]
/** Of how many runs one mail says what they came to. */
const MOST_IN_MAIL = 200

const isMail = (address: Address | undefined): boolean => address?.url.startsWith('mailto:') === true

/** Sends what runs came to, under the same id whenever it is tried. */
export function createSendNotices(dependencies: SendDependencies): DeliveryHandler {
  const { store } = dependencies
  return {
    atOnce: 20,
    perSubject: 10,
    gather: (rows) => gather(rows, dependencies),
    async deliver(rows) {
      const [first] = rows
      const address = first && (await store.addresses([first.subject_id])).get(first.subject_id)
      if (address) await sendTogether(rows, address, dependencies)
    },
  }
}

/** Mail of one event for one address goes together, once a minute. */
async function gather(rows: readonly DeliveryRow[], { store, deliveries }: SendDependencies): Promise<DeliveryRow[][]> {
  const addresses = await store.addresses(rows.map((row) => row.subject_id))
  const groups: DeliveryRow[][] = []
  const mail = new Map<string, DeliveryRow[]>()
  for (const row of rows) {
    const name = `${row.subject_id} ${row.topic}`
    const together = mail.get(name)
    if (!isMail(addresses.get(row.subject_id))) groups.push([row])
    else if (together) together.push(row)
    else mail.set(name, [row])
  }
  for (const together of mail.values()) {
    const [first] = together
    const mailedAt = first && (await store.mailedOfLate(first))
    if (mailedAt !== undefined) for (const row of together) await store.putOff(row, mailedAt)
    else if (first) groups.push(inOrder([...together, ...(await deliveries.takeTogether(first, MOST_IN_MAIL))]))
  }
  return groups
}

function inOrder(rows: readonly DeliveryRow[]): DeliveryRow[] {
  const place = (row: DeliveryRow): string => `${row.created_date} ${row.id}`
  return rows.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
}

async function sendTogether(
  notices: readonly DeliveryRow[],
  address: Address,
  dependencies: SendDependencies,
): Promise<void> {
  const { store, deliveries, runs, base, mail } = dependencies
  try {
    const stored: DeliveryRow[] = []
    const news: News[] = []
    for (const notice of notices) {
      const run = notice.run_id === null ? undefined : await runs.find(notice.run_id)
      if (!run) {
        await deliveries.release(notice, { state: 'failed', error: 'The run is no longer stored.' })
        continue
      }
      stored.push(notice)
      news.push(newsOf(notice, run, base))
    }
    const [first] = stored
    const [firstNews] = news
    if (!first || !firstNews) return
    if (isMail(address)) await mail(address.url, [firstNews, ...news.slice(1)])
    else await post({ notice: first, news: firstNews, address }, dependencies)
    for (const notice of stored) await store.sent(notice)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    for (const notice of notices) {
      const afterMs = PAUSES_MS[notice.tries - 1]
      if (afterMs === undefined) await deliveries.release(notice, { state: 'failed', error: message })
      else await deliveries.release(notice, { error: message }, { afterMs })
    }
  }
}

async function post(
  { notice, news, address }: { notice: DeliveryRow; news: News; address: Address },
  { box, fetch: send, now }: SendDependencies,
): Promise<void> {
  const body = JSON.stringify(news)
  const seconds = String(Math.floor(now().getTime() / SECOND_MS))
  const secret = box.open({ table: 'flow_notice', id: notice.subject_id }, address.secret)
  const answer = await send(address.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // The same each time it is tried: who has seen it lets it be.
      'x-webhook-id': notice.id,
      'x-webhook-timestamp': seconds,
      'x-webhook-signature': `sha256=${hmacOf(secret, [`${seconds}.`, body])}`,
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(LIMIT_MS),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`The address responded with ${answer.status}.`)
}
