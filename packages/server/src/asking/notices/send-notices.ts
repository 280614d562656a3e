import type { SecretBox } from '../../parts/credentials/secret-box.ts'
import type { RunStore } from '../../runs/runs/run-store.ts'
import { keepSending, type KeptSending } from '../webhooks/keep-sending.ts'
import { hmacOf } from '../webhooks/signature.ts'
import type { MailNews } from './mail-news.ts'
import { newsOf, type News } from './news.ts'
import type { DueNotice, NoticeStore } from './notice-store.ts'

export interface SendDependencies {
  store: Pick<NoticeStore, 'take' | 'sent' | 'notSent'>
  runs: Pick<RunStore, 'find'>
  box: Pick<SecretBox, 'open'>
  /** The guarded way out: private networks are out of reach. */
  fetch: typeof fetch
  mail: MailNews
  /** Where people reach this server. */
  base: string
  now: () => Date
  onFault: (error: unknown) => void
  everyMs?: number | undefined
}

const LIMIT_MS = 10_000
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
/** Between one try and the next; after the last of them it is given up. */
const PAUSES_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS, 360 * MINUTE_MS]

/** Sends what runs came to. What a process leaves behind the next one sends, under the same id. */
export function keepSendingNotices(dependencies: SendDependencies): KeptSending {
  return keepSending({
    take: (limit) => dependencies.store.take(limit),
    send: (notices) => sendTogether(notices, dependencies),
    onFault: dependencies.onFault,
    everyMs: dependencies.everyMs,
  })
}

/** Of one kind, for one address. */
async function sendTogether(notices: readonly DueNotice[], dependencies: SendDependencies): Promise<void> {
  const { store, runs, base, mail } = dependencies
  const stored: DueNotice[] = []
  try {
    const news: News[] = []
    for (const notice of notices) {
      const run = await runs.find(notice.run_id)
      if (!run) {
        await store.notSent(notice.id, 'The run is no longer stored.', undefined)
        continue
      }
      stored.push(notice)
      news.push(newsOf(notice, run, base))
    }
    const [first] = stored
    const [firstNews] = news
    if (!first || !firstNews) return
    if (first.url.startsWith('mailto:')) await mail(first.url, [firstNews, ...news.slice(1)])
    else await post(first, firstNews, dependencies)
    for (const notice of stored) await store.sent(notice)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    for (const { id, tries } of notices) await store.notSent(id, message, PAUSES_MS[tries - 1])
  }
}

async function post(notice: DueNotice, news: News, { box, fetch: send, now }: SendDependencies): Promise<void> {
  const body = JSON.stringify(news)
  const seconds = String(Math.floor(now().getTime() / SECOND_MS))
  const secret = box.open({ table: 'flow_notice', id: notice.notice_id }, notice.secret)
  const answer = await send(notice.url, {
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
  if (!answer.ok) throw new Error(`The address answered ${answer.status}.`)
}
