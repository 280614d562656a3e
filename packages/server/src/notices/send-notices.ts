import { parseJson, type RunFault } from '@chatwright/core'
import type { SecretBox } from '../credentials/secret-box.ts'
import { readQuestion } from '../runs/job.ts'
import type { RunStore } from '../runs/run-store.ts'
import { hmacOf } from '../webhooks/signature.ts'
import type { DueNotice, NoticeStore } from './notice-store.ts'

export interface SendDependencies {
  store: Pick<NoticeStore, 'take' | 'sent' | 'notSent'>
  runs: Pick<RunStore, 'find'>
  box: Pick<SecretBox, 'open'>
  /** The guarded way out: private networks are out of reach. */
  fetch: typeof fetch
  /** Where people reach this server. */
  base: string
  now: () => Date
  onFault: (error: unknown) => void
}

const EVERY_MS = 1000
const AT_ONCE = 10
const LIMIT_MS = 10_000
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
/** Between one try and the next; after the last of them it is given up. */
const PAUSES_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS, 360 * MINUTE_MS]

/** Sends what runs came to. What a process leaves behind the next one sends, under the same id. */
export function keepSendingNotices({
  everyMs = EVERY_MS,
  ...rest
}: SendDependencies & { everyMs?: number }): () => void {
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    sendNotices(rest)
      .catch(rest.onFault)
      .finally(() => (isLooking = false))
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

async function sendNotices(dependencies: SendDependencies): Promise<void> {
  const due = await dependencies.store.take(AT_ONCE)
  await Promise.all(due.map((notice) => sendOne(notice, dependencies)))
}

async function sendOne(
  notice: DueNotice,
  { store, runs, box, fetch: send, base, now }: SendDependencies,
): Promise<void> {
  try {
    const run = await runs.find(notice.run_id)
    if (!run) {
      await store.notSent(notice.id, 'The run is no longer stored.', undefined)
      return
    }
    const body = JSON.stringify(messageOf(notice, run, base))
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
    await store.sent(notice)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    await store.notSent(notice.id, message, PAUSES_MS[notice.tries - 1])
  }
}

function messageOf(
  { id, event, created_date: createdAt }: DueNotice,
  run: NonNullable<Awaited<ReturnType<RunStore['find']>>>,
  base: string,
): object {
  const { flowName, message: question } = readQuestion(run.request)
  const fault = run.fault === null ? undefined : (parseJson(run.fault) as RunFault)
  return {
    id,
    event: `run.${event}`,
    createdAt,
    flow: { id: run.chatflow_id, name: flowName, version: run.chatflow_version },
    run: {
      id: run.id,
      executionId: run.execution_id,
      chatId: run.chat_id,
      status: run.status,
      question,
      answer: run.answer,
      error: fault?.message ?? null,
      durationMs: run.duration_ms,
      link: run.execution_id === null ? `${base}/runs/${run.id}` : `${base}/executions/${run.execution_id}`,
    },
  }
}
