import {
  laterUsage,
  NodeError,
  tokensAsked,
  tokensIn,
  type ModelEvent,
  type NearLimit,
  type ReachedLimit,
  type TokenUsage,
  type WaitQuestion,
} from '@chatwright/core'
import type { CallGate, Counted, GatedCall } from '@chatwright/engine'
import { mayAskModel } from '@chatwright/nodes'
import type { RunAsker } from '../../door/askers/asker-of.ts'
import { keyOf } from '../../door/askers/may.ts'
import type { PriceBook } from '../prices/price-book.ts'
import { dayOf } from '../prices/price-book.ts'
import { newId } from '../../ground/db/new-id.ts'
import type { Claim, LimitRow, LimitStore, Refused } from './limit-store.ts'

export interface LimitGateDependencies {
  store: Pick<LimitStore, 'reserve' | 'settle' | 'ask'>
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
  /** Who asked; of a network, where nobody is known by more, a mark. */
  asker?: RunAsker
  /** It is only tried: nothing but what tests and this server may cost limits it. */
  isTest?: true
  /** It has steps: it can rest until a person allows more. */
  canWait?: boolean
  session: { chatId: string; sessionId: string }
}

/** A call that is not over by then is taken for lost. */
const LEASE_MS = 15 * 60_000
/** Of a limit at which a cheaper model is asked, the node's own may use so much: the rest is for the cheaper one. */
const SHARE_BEFORE_CHEAPER = 0.8
/** Reserved where the node does not say how much a model may write. */
const OUTPUT_TOKENS = 4096
/** A token of most languages has more characters. */
const FEWEST_CHARACTERS = 2

/** Room that was found, and the model that it is for. */
interface Reserved {
  id: string
  claims: readonly Claim[]
  model: string
  /** The limit for which another model is asked than the node's own. */
  insteadFor?: LimitRow
}

type NoRoom = Refused & { limit: LimitRow }

/** A call that is limited by itself, and what it may use at most. */
export interface Asked {
  model: string
  most: TokenUsage
  /** Told by the work. */
  counted: Counted
}

export interface LimitGate extends CallGate {
  /** Work that is told whole, as embeddings are: what it used is counted while it is done. */
  within<Result>(asked: Asked, work: () => Promise<Result>): Promise<Result>
}

/** Lets a model be asked only where what it may cost is free below every limit, and reserves that until it is known. */
export function limitCalls(
  job: LimitedRun,
  inner: CallGate | undefined,
  { limits, store, prices, now, onFault }: LimitGateDependencies & { limits: readonly LimitRow[] },
): LimitGate {
  return {
    within,

    once(call, work) {
      const { model, counted = {} } = call
      // Embeddings write nothing.
      const made =
        model === undefined
          ? work
          : () => within({ model, most: { ...mostUsed(call), outputTokens: 0 }, counted }, work)
      return inner ? inner.once(call, made) : made()
    },

    stream(call, work) {
      const asked = inner?.stream(call, () => limited(call, work))
      return asked ?? { events: limited(call, work) }
    },

    ...(inner?.settle && { settle: () => inner.settle?.() }),
  }

  async function* limited(call: GatedCall, work: () => AsyncIterable<ModelEvent>): AsyncIterable<ModelEvent> {
    const most = mostUsed(call)
    const { id, claims, model, insteadFor } = await reserve(call, most)
    let usage: TokenUsage | undefined
    let heard = 0
    try {
      for await (const event of (insteadFor && call.instead?.(model, nearly(insteadFor))) || work()) {
        if (event.type === 'usage') usage = laterUsage(usage, event.usage)
        else if (event.type === 'text' || event.type === 'thinking') heard += event.text.length
        else if (event.type === 'tool-call') heard += event.call.name.length + JSON.stringify(event.call.input).length
        yield event
      }
    } finally {
      await settle(id, claims, { model, used: usage ?? unreported(call, heard) })
    }
  }

  async function within<Result>({ most, counted, ...asked }: Asked, work: () => Promise<Result>): Promise<Result> {
    const { id, claims, model } = await reserve(asked, most)
    try {
      return await work()
    } finally {
      await settle(id, claims, { model, used: counted.usage ?? NOTHING })
    }
  }

  async function settle(
    id: string,
    claims: readonly Claim[],
    { model, used }: { model: string; used: TokenUsage },
  ): Promise<void> {
    await store
      .settle(id, claims, ({ limit_id: limitId }) => {
        const limit = limits.find((each) => each.id === limitId)
        return limit ? worth(limit, model, used) : 0
      })
      // The lease gives it back; an answer that is there must not fail for it.
      .catch(onFault)
  }

  /** Room for the node's own model, or for the cheaper one of the limit that has none for it. Throws where there is neither. */
  async function reserve(call: Pick<GatedCall, 'model' | 'instead' | 'node'>, most: TokenUsage): Promise<Reserved> {
    const { model = '' } = call
    const own = await take(model, most, (limit) => cheaperFor(limit, call) !== undefined)
    if (!('limit' in own)) return { ...own, model }
    const cheaper = cheaperFor(own.limit, call)
    if (cheaper === undefined) throw await beyond(own)
    const other = await take(cheaper, most, () => false)
    if ('limit' in other) throw await beyond(other)
    return { ...other, model: cheaper, insteadFor: own.limit }
  }

  async function take(
    model: string,
    most: TokenUsage,
    leavesRest: (limit: LimitRow) => boolean,
  ): Promise<Pick<Reserved, 'id' | 'claims'> | NoRoom> {
    const claims = limits.flatMap((limit) =>
      claimsOf(limit, { job, day: dayOf(now()), amount: worth(limit, model, most) }).map((claim) =>
        leavesRest(limit) ? { ...claim, most: claim.most * SHARE_BEFORE_CHEAPER } : claim,
      ),
    )
    const id = newId()
    const refused = await store.reserve(id, claims, LEASE_MS)
    if (!refused) return { id, claims }
    const limit = limits.find((each) => each.id === refused.claim.limit_id)
    if (!limit) throw new Error('A limit refused a call that it does not count')
    return { limit, ...refused }
  }

  /** Why a call is not made. Where a person may allow it, they are asked: by the run that waits, else on the screen. */
  async function beyond({ limit, claim, allowed }: NoRoom): Promise<NodeError> {
    const message = usedUp(limit)
    const isAsked = limit.at_limit === 'ask' && !job.isTest
    const wanted = Math.max(limit.amount, claim.amount)
    if (isAsked && job.canWait) {
      const { limit_id: id, subject, period } = claim
      return new NodeError(message, {
        code: 'quota',
        hint: 'Raise the limit under "Waiting".',
        question: askMore(message, { id, subject, period, allowed, wanted }),
      })
    }
    // A run of its own has nobody to allow more for: the next one begins anew.
    if (!isAsked || limit.scope === 'run') {
      const hint = 'Raise the limit under "Spend", or wait for the next period.'
      return new NodeError(message, { code: 'quota', hint })
    }
    await store.ask(claim, wanted).catch(onFault)
    return new NodeError(message, { code: 'quota', hint: 'Raise the limit under "Spend" and ask again.' })
  }

  function worth({ unit }: LimitRow, model: string, usage: TokenUsage): number {
    if (unit === 'tokens') return usage.inputTokens + usage.outputTokens
    const cost = prices.cost(model, usage)
    if (cost !== undefined) return cost
    throw new NodeError(`The model "${model}" has no price, but spending is limited.`, {
      code: 'quota',
      hint: 'Set its price under "Spend", or limit tokens instead of money.',
    })
  }
}

const NOTHING: TokenUsage = { inputTokens: 0, outputTokens: 0 }

/** Who leaves early, or asks a model that does not say what it used, has used it all the same: estimated as in the spend. */
function unreported({ input }: GatedCall, heard: number): TokenUsage {
  if (heard === 0) return NOTHING
  return { inputTokens: tokensAsked(input), outputTokens: tokensIn(heard) }
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
  if (scope === 'key') {
    const key = job.asker && keyOf(job.asker)
    return key !== undefined && (subject === null || subject === key)
  }
  if (scope === 'flow') return subject === null || subject === job.flowId
  return true
}

function claimsOf(
  { id, scope, period, amount: most }: LimitRow,
  { job, day, amount }: { job: LimitedRun; day: string; amount: number },
): Claim[] {
  return subjectsOf(scope, job).map((subject) => ({
    limit_id: id,
    subject,
    period: periodOf(period, day),
    amount,
    most,
  }))
}

/** A visitor of whom nothing is known is their network, too: a new chat makes nobody a new visitor. */
function subjectsOf(scope: LimitRow['scope'], job: LimitedRun): string[] {
  const subject = subjectOf(scope, job)
  const network = job.asker?.network
  if (scope !== 'visitor' || network === undefined) return [subject]
  return [subject, `${job.flowId}/network ${network.slice(0, SHOWN_OF_NETWORK)}`]
}

const SHOWN_OF_NETWORK = 10

function subjectOf(scope: LimitRow['scope'], { runId, execution = runId, flowId, asker, session }: LimitedRun): string {
  switch (scope) {
    case 'run':
      return execution
    case 'chat':
      return `${flowId}/${session.chatId}`
    case 'visitor':
      return `${flowId}/${session.sessionId}`
    case 'key':
      return (asker && keyOf(asker)) ?? ''
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

/** The model that a call asks where the limit has no room for its own. None where its node cannot ask that one. */
function cheaperFor(
  { at_limit: atLimit, cheaper_model: cheaper }: LimitRow,
  { model, instead, node }: Pick<GatedCall, 'model' | 'instead' | 'node'>,
): string | undefined {
  if (atLimit !== 'cheaper' || cheaper === null || cheaper === model || !instead) return undefined
  return node?.identity && !mayAskModel(node.identity, cheaper) ? undefined : cheaper
}

function nearly({ scope, period, amount }: LimitRow): NearLimit {
  return { scope, period, amount }
}

function usedUp({ scope, period }: LimitRow): string {
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
  return `The spending limit for ${of}${within} is reached.`
}

function askMore(message: string, limit: ReachedLimit): WaitQuestion {
  return {
    kind: 'limit',
    text: `${message} The run continues when the owner raises the limit.`,
    buttons: [
      { type: 'proceed', label: 'Allow as much again' },
      { type: 'reject', label: 'End the run' },
    ],
    limit,
  }
}
