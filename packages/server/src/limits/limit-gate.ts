import { laterUsage, NodeError, type ModelEvent, type TokenUsage } from '@chatwright/core'
import type { CallGate, GatedCall } from '@chatwright/engine'
import type { PriceBook } from '../prices/price-book.ts'
import { dayOf } from '../prices/price-book.ts'
import { newId } from '../db/new-id.ts'
import type { Claim, LimitRow, LimitStore } from './limit-store.ts'

export interface LimitGateDependencies {
  store: Pick<LimitStore, 'reserve' | 'settle'>
  prices: PriceBook
  now: () => number
  onFault: (error: unknown) => void
}

/** What is to be known of a run to tell which limits count it. */
export interface LimitedRun {
  runId: string
  /** The first of the runs that go on from each other. */
  execution?: string
  flowId: string
  keyId?: string
  /** It is only tried: nothing but what tests and this server may cost limits it. */
  isTest?: true
  session: { chatId: string; sessionId: string }
}

/** A call that is not over by then is taken for lost. */
const LEASE_MS = 15 * 60_000
/** Reserved where the node does not say how much a model may write. */
const OUTPUT_TOKENS = 4096
/** A token of most languages has more characters. */
const FEWEST_CHARACTERS = 2

/** Lets a model be asked only where what it may cost is free below every limit, and reserves that until it is known. */
export function limitCalls(
  job: LimitedRun,
  inner: CallGate | undefined,
  { limits, store, prices, now, onFault }: LimitGateDependencies & { limits: readonly LimitRow[] },
): CallGate {
  return {
    once: (call, work) => (inner ? inner.once(call, work) : work()),

    stream(call, work) {
      const asked = inner?.stream(call, () => limited(call, work))
      return asked ?? { events: limited(call, work) }
    },

    ...(inner?.settle && { settle: () => inner.settle?.() }),
  }

  async function* limited(call: GatedCall, work: () => AsyncIterable<ModelEvent>): AsyncIterable<ModelEvent> {
    const model = call.model ?? ''
    const most = mostUsed(call)
    const claims = limits.map((limit) => claimOf(limit, { job, day: dayOf(now()), amount: worth(limit, model, most) }))
    const id = newId()
    const refused = await store.reserve(id, claims, LEASE_MS)
    if (refused) throw beyond(limits.find((limit) => limit.id === refused.limit_id))
    let usage: TokenUsage | undefined
    let heard = 0
    try {
      for await (const event of work()) {
        if (event.type === 'usage') usage = laterUsage(usage, event.usage)
        else if (event.type === 'text' || event.type === 'thinking') heard += event.text.length
        yield event
      }
    } finally {
      const used = usage ?? unreported(most, heard)
      await store
        .settle(id, claims, ({ limit_id: limitId }) => {
          const limit = limits.find((each) => each.id === limitId)
          return limit ? worth(limit, model, used) : 0
        })
        // The lease gives it back; an answer that is there must not fail for it.
        .catch(onFault)
    }
  }

  function worth({ unit }: LimitRow, model: string, usage: TokenUsage): number {
    if (unit === 'tokens') return usage.inputTokens + usage.outputTokens
    const cost = prices.cost(model, usage)
    if (cost !== undefined) return cost
    throw new NodeError(`The price of the model "${model}" is not known, and what runs may cost is limited.`, {
      code: 'quota',
      hint: 'Set its price on the screen "Spend", or limit tokens in place of money.',
    })
  }
}

const NOTHING: TokenUsage = { inputTokens: 0, outputTokens: 0 }

/** Who leaves early, or asks a model that does not say what it used, has used it all the same: counted as it was reserved. */
function unreported({ inputTokens }: TokenUsage, heard: number): TokenUsage {
  return heard === 0 ? NOTHING : { inputTokens, outputTokens: Math.ceil(heard / FEWEST_CHARACTERS) }
}

function mostUsed({ input, node }: GatedCall): TokenUsage {
  const given = Number(node?.identity?.inputs['maxTokens'])
  return {
    inputTokens: Math.ceil(JSON.stringify(input).length / FEWEST_CHARACTERS),
    outputTokens: Number.isFinite(given) && given > 0 ? given : OUTPUT_TOKENS,
  }
}

/** Whether a limit is about a run at all. */
export function appliesTo({ scope, subject }: LimitRow, job: LimitedRun): boolean {
  if (scope === 'tests') return job.isTest === true
  if (job.isTest) return scope === 'instance'
  if (scope === 'key') return job.keyId !== undefined && (subject === null || subject === job.keyId)
  if (scope === 'flow') return subject === null || subject === job.flowId
  return true
}

function claimOf(
  { id, scope, period, amount: most }: LimitRow,
  { job, day, amount }: { job: LimitedRun; day: string; amount: number },
): Claim {
  return { limit_id: id, subject: subjectOf(scope, job), period: periodOf(period, day), amount, most }
}

function subjectOf(
  scope: LimitRow['scope'],
  { runId, execution = runId, flowId, keyId = '', session }: LimitedRun,
): string {
  switch (scope) {
    case 'run':
      return execution
    case 'chat':
      return `${flowId}/${session.chatId}`
    case 'visitor':
      return `${flowId}/${session.sessionId}`
    case 'key':
      return keyId
    case 'flow':
      return flowId
    case 'tests':
    case 'instance':
      return ''
  }
}

export function periodOf(period: LimitRow['period'], day: string): string {
  return period === 'run' ? 'run' : period === 'day' ? day : day.slice(0, 7)
}

function beyond(limit: LimitRow | undefined): NodeError {
  const { scope = 'instance', period = 'day' } = limit ?? {}
  const of = {
    run: 'one run',
    chat: 'one chat',
    visitor: 'one visitor',
    key: 'this API key',
    flow: 'this flow',
    tests: 'tests',
    instance: 'this server',
  }[scope]
  const within = { run: '', day: ' today', month: ' this month' }[period]
  return new NodeError(`The limit of what ${of} may cost${within} is reached.`, {
    code: 'quota',
    hint: 'Raise the limit on the screen "Spend", or wait for the next period.',
  })
}
