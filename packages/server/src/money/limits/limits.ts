import { AppError, type FitQuery, type NewLimit, type SpendLimit } from '@chatwright/contract'
import type { ReachedLimit } from '@chatwright/core'
import type { CallGate } from '@chatwright/engine'
import { newId } from '../../ground/db/new-id.ts'
import { dayOf } from '../prices/price-book.ts'
import {
  appliesTo,
  limitCalls,
  periodOf,
  type Asked,
  type LimitedRun,
  type LimitGateDependencies,
} from './limit-gate.ts'
import type { Asking, LimitRow, LimitStore } from './limit-store.ts'
import type { Fit, FitOf, UnfitFlow } from './models-in-flows.ts'

export type Limits = ReturnType<typeof createLimits>

/** How long a limit that another process has set may go unnoticed. */
const FRESH_MS = 1000

/** Who had something done beside a run, as far as that is known. */
export type Beside = Pick<LimitedRun, 'flowId' | 'asker'> & Partial<Pick<LimitedRun, 'session'>>

/** Limits of what runs may cost. Without one, nothing is done for a run but to look whether there is one. */
export function createLimits(dependencies: LimitGateDependencies & { store: LimitStore; fitOf: FitOf }) {
  const { store, prices, now, fitOf } = dependencies
  let known: LimitRow[] = []
  let readAt = -Infinity
  let reading: Promise<void> | undefined

  const read = async (): Promise<void> => {
    known = await store.list()
    if (known.length > 0) await prices.refresh()
  }
  /** One after another: an older list must not take the place of a newer one. */
  const readNext = (): Promise<void> => {
    readAt = performance.now()
    reading = (reading ?? Promise.resolve())
      .catch(() => {})
      .then(read)
      .catch((error: unknown) => {
        // Or whoever comes next would ask without a limit.
        readAt = -Infinity
        throw error
      })
    return reading
  }
  /** Read at most once a second, by whoever comes first. Not by the clock on the wall: set back, it would be waited for. */
  const refresh = (): Promise<void> | undefined => (performance.now() - readAt < FRESH_MS ? reading : readNext())
  const shown = (
    row: LimitRow,
    of: { used: number; reserved: number } = { used: 0, reserved: 0 },
    {
      asking = [],
      unfit = [],
      names,
    }: { asking?: readonly Asking[]; unfit?: UnfitFlow[]; names: ReadonlyMap<string, string> },
  ): SpendLimit => {
    const { id, scope, subject, period, unit, amount, created_date: createdDate } = row
    return {
      id,
      scope,
      subject,
      name: names.get(subject ?? '') ?? null,
      period,
      unit,
      amount,
      atLimit: row.at_limit,
      cheaperModel: row.cheaper_model,
      createdDate,
      ...of,
      unfit,
      asking: asking
        .filter(({ limit_id: limitId }) => limitId === id)
        .map(({ subject: who, period: when, used, allowed, wanted }) => ({
          subject: who,
          name: names.get(who) ?? null,
          period: when,
          used,
          allowed,
          wanted,
        })),
    }
  }

  /** By the id of the limit; those that stop or ask fit everywhere. */
  const fitsOf = async (rows: readonly LimitRow[]): Promise<Map<string, Fit>> => {
    const asked = rows.flatMap(({ id, scope, subject, cheaper_model: model }) =>
      model === null ? [] : [{ id, model, flowId: scope === 'flow' ? (subject ?? undefined) : undefined }],
    )
    const fits = await fitOf(asked)
    return new Map(asked.map(({ id }, at) => [id, fits[at] ?? NO_FIT]))
  }

  return {
    /** Which flows can ask a model in place of their own. */
    fit: async ({ model, chatflowId }: FitQuery): Promise<Fit> =>
      (await fitOf([{ model, flowId: chatflowId }]))[0] ?? NO_FIT,

    /** The gate of a run: the given one where nothing limits it. */
    async gate(job: LimitedRun, inner: CallGate | undefined): Promise<CallGate | undefined> {
      await refresh()
      const limits = known.filter((limit) => appliesTo(limit, job))
      return limits.length === 0 ? inner : limitCalls(job, inner, { ...dependencies, limits })
    },

    /** Work beside runs, as speech is. It has no tokens and no run: limits in money count it, of all but runs. */
    async beside<Result>(by: Beside, asked: Asked, work: () => Promise<Result>): Promise<Result> {
      await refresh()
      const job = { runId: '', session: { chatId: '', sessionId: '' }, ...by }
      const limits = known.filter((limit) => limit.unit === 'micro' && isAbout(limit, by) && appliesTo(limit, job))
      return limits.length === 0 ? work() : limitCalls(job, undefined, { ...dependencies, limits }).within(asked, work)
    },

    async list(): Promise<SpendLimit[]> {
      await store.releaseExpired()
      const day = dayOf(now())
      const periods = (['run', 'day', 'month'] as const).map((period) => periodOf(period, day))
      const [rows, used, asking] = await Promise.all([store.list(), store.used(periods), store.asking(periods)])
      const named = [...rows, ...asking].flatMap(({ subject }) => (subject === null || subject === '' ? [] : [subject]))
      const names = await store.names([...new Set(named)])
      const fits = await fitsOf(rows)
      return rows.map((row) => shown(row, used.get(row.id), { asking, names, unfit: fits.get(row.id)?.unfit ?? [] }))
    },

    async create({ subject = null, atLimit = 'stop', cheaperModel = null, ...limit }: NewLimit): Promise<SpendLimit> {
      const row: LimitRow = {
        ...limit,
        subject,
        at_limit: atLimit,
        cheaper_model: cheaperModel,
        id: newId(),
        created_date: new Date(now()).toISOString(),
      }
      const { fitting, unfit } = (await fitsOf([row])).get(row.id) ?? NO_FIT
      // It would help nobody.
      if (cheaperModel !== null && fitting === 0 && unfit.length > 0) {
        throw new AppError('cheaper-model-elsewhere', { field: 'cheaperModel', model: cheaperModel, flows: unfit })
      }
      await store.insert(row)
      readAt = -Infinity
      return shown(row, undefined, { unfit, names: await store.names(subject === null ? [] : [subject]) })
    },

    /** Allows as much more as is asked for. False where somebody has allowed more since it was asked. */
    async allow({ id, subject, period, allowed, wanted }: ReachedLimit): Promise<boolean> {
      const isThere = (await store.list()).some((limit) => limit.id === id)
      return isThere && store.allow({ limit_id: id, subject, period }, { allowed, wanted })
    },

    async delete(id: string): Promise<boolean> {
      const isDeleted = await store.delete(id)
      readAt = -Infinity
      return isDeleted
    },
  }
}

const NO_FIT: Fit = { fitting: 0, unfit: [] }

function isAbout({ scope }: LimitRow, { session }: Beside): boolean {
  if (scope === 'run') return false
  return session !== undefined || (scope !== 'chat' && scope !== 'visitor')
}
