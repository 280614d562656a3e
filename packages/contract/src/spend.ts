import { z } from 'zod'
import { Id, IdParams, IsoDate } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Spend'

const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'A day, such as 2026-11-01')
const Model = z.string().trim().min(1).max(200)
const Rate = z.number().min(0).max(100_000)

/** Dollars for a million tokens of a model, from a day on; of seconds where it hears, of characters where it speaks. */
export const Price = z.object({
  model: z.string(),
  since: z.string(),
  input: z.number(),
  output: z.number(),
  /** For what the vendor still had in its cache. */
  cachedInput: z.number(),
  /** Whether it was set on this server; the others come with the product. */
  isOwn: z.boolean(),
})
export type Price = z.infer<typeof Price>

export const PriceList = z.object({
  items: z.array(Price),
  /** Models that were asked in the last 30 days and whose price is not known. */
  unknown: z.array(z.string()),
  /** What models are counted in that are not counted in tokens. */
  units: z.record(z.string(), z.enum(['seconds', 'characters'])),
})
export type PriceList = z.infer<typeof PriceList>

export const listPrices = defineRoute({
  method: 'GET',
  path: '/prices',
  access: 'owner',
  right: 'spend.read',
  tag,
  summary: 'List model prices, built-in and your own.',
  response: PriceList,
})

/** What a million is counted of, where that is not known of the model already. */
const PriceUnit = z.enum(['tokens', 'seconds', 'characters'])

export const NewPrice = z.strictObject({
  model: Model,
  since: Day,
  input: Rate,
  output: Rate,
  cachedInput: Rate.optional(),
  unit: PriceUnit.optional(),
})
export type NewPrice = z.infer<typeof NewPrice>

export const setPrice = defineRoute({
  method: 'PUT',
  path: '/prices',
  access: 'owner',
  right: 'spend.edit',
  tag,
  summary: "Set a model's price from a date on.",
  body: NewPrice,
  response: Price,
})

export const deletePrice = defineRoute({
  method: 'DELETE',
  path: '/prices',
  access: 'owner',
  right: 'spend.edit',
  tag,
  summary: 'Delete your own price of a model.',
  query: z.strictObject({ model: Model, since: Day }),
  response: z.object({ isDeleted: z.boolean() }),
})

export const LimitScope = z.enum(['run', 'chat', 'visitor', 'key', 'flow', 'tests', 'instance'])
export const LimitPeriod = z.enum(['run', 'day', 'month'])

/** A limit that was nearly reached: of what, for how long, and how much, in millionths of a dollar. */
export const NearLimit = z.object({ scope: LimitScope, period: LimitPeriod, amount: z.number() })

/** What happens where a limit leaves no room: the run ends, a person is asked, or a cheaper model is. */
export const AtLimit = z.enum(['stop', 'ask', 'cheaper'])

/** Somebody for whom more is asked than the limit allows. */
const AskingForMore = z.object({
  /** The flow, key, chat or visitor; empty for the server itself. */
  subject: z.string(),
  /** Of the flow or key; null for the others, and where it is no longer there. */
  name: z.string().nullable(),
  period: z.string(),
  used: z.number(),
  /** What was allowed beyond the limit so far. */
  allowed: z.number(),
  /** How much more is asked for. */
  wanted: z.number(),
})
export type AskingForMore = z.infer<typeof AskingForMore>

const UnfitFlow = z.object({ id: z.string(), name: z.string() })

export const SpendLimit = z.object({
  id: z.string(),
  scope: LimitScope,
  /** The flow or key it is for; null where it holds for each by itself. */
  subject: z.string().nullable(),
  /** Of that flow or key; null where it is no longer there. */
  name: z.string().nullable(),
  period: LimitPeriod,
  unit: z.enum(['micro', 'tokens']),
  /** In millionths of a dollar, or in tokens. */
  amount: z.number(),
  atLimit: AtLimit,
  /** The model that is asked from four fifths of the limit on, in place of the one that a node names. */
  cheaperModel: z.string().nullable(),
  createdDate: IsoDate,
  /** What is used of it now, of whom most is used. */
  used: z.number(),
  /** What calls under way may come to. */
  reserved: z.number(),
  /** For whom more is asked, by runs that could not wait for it. */
  asking: z.array(AskingForMore),
  /** Flows that cannot ask the cheaper model: all of theirs come from another provider. */
  unfit: z.array(UnfitFlow),
})
export type SpendLimit = z.infer<typeof SpendLimit>

export const listLimits = defineRoute({
  method: 'GET',
  path: '/limits',
  access: 'owner',
  right: 'spend.read',
  tag,
  summary: 'List spending limits with their current use.',
  response: z.object({
    items: z.array(SpendLimit),
    /** The header in which a proxy named visitors of late, while `TRUSTED_PROXIES` is not set: they count as one network. */
    untrustedProxy: z.string().nullable(),
  }),
})

export const NewLimit = z
  .strictObject({
    scope: LimitScope,
    subject: Id.nullable().optional(),
    period: LimitPeriod,
    unit: z.enum(['micro', 'tokens']),
    amount: z.number().positive().max(1e15),
    /** Without it, runs stop. */
    atLimit: AtLimit.optional(),
    cheaperModel: Model.nullable().optional(),
  })
  .refine(({ scope, period }) => (scope === 'run') === (period === 'run'), {
    path: ['period'],
    message: 'A limit for a run is for the whole run; any other is for a day or a month',
  })
  .refine(({ scope, subject }) => subject === undefined || subject === null || scope === 'flow' || scope === 'key', {
    path: ['subject'],
    message: 'Only a flow or a key can be named',
  })
  .refine(({ atLimit, cheaperModel }) => (atLimit === 'cheaper') === Boolean(cheaperModel), {
    path: ['cheaperModel'],
    message: 'A cheaper model is named where one is to be asked, and nowhere else',
  })
  .refine(({ atLimit, scope }) => atLimit !== 'ask' || scope !== 'tests', {
    path: ['atLimit'],
    message: 'Tests wait for nobody: they stop, or ask a cheaper model',
  })
  .refine(({ atLimit, unit }) => atLimit !== 'cheaper' || unit === 'micro', {
    path: ['unit'],
    message: 'A cheaper model spares money, not tokens',
  })
export type NewLimit = z.infer<typeof NewLimit>

export const createLimit = defineRoute({
  method: 'POST',
  path: '/limits',
  access: 'owner',
  right: 'spend.edit',
  tag,
  summary: "Set a spending limit. A call beyond it isn't made: the run ends, asks a person, or uses a cheaper model.",
  body: NewLimit,
  response: SpendLimit,
  errors: ['cheaper-model-elsewhere'],
})

export const FitQuery = z.strictObject({
  model: Model,
  /** Of this flow alone. */
  chatflowId: Id.optional(),
})
export type FitQuery = z.infer<typeof FitQuery>

export const fitOfModel = defineRoute({
  method: 'GET',
  path: '/limits/fit',
  access: 'owner',
  right: 'spend.read',
  tag,
  summary: "List the flows that can't use the cheaper model because it is from another provider.",
  query: FitQuery,
  response: z.object({
    /** How many can, as far as is known. */
    fitting: z.number().int(),
    unfit: z.array(UnfitFlow),
  }),
})

export const allowMore = defineRoute({
  method: 'POST',
  path: '/limits/:id/allow',
  access: 'owner',
  right: 'spend.edit',
  tag,
  summary: 'Raise a limit once, for the rest of its period.',
  params: IdParams,
  body: z.strictObject({
    subject: z.string().max(1000),
    period: z.string().max(20),
    allowed: z.number().min(0),
    wanted: z.number().positive().max(1e15),
  }),
  response: z.object({ isAllowed: z.boolean() }),
})

export const deleteLimit = defineRoute({
  method: 'DELETE',
  path: '/limits/:id',
  access: 'owner',
  right: 'spend.edit',
  tag,
  summary: 'Delete a spending limit.',
  params: IdParams,
  response: z.object({ isDeleted: z.boolean() }),
})

const Sum = z.object({
  calls: z.number(),
  /** Calls to models whose price was not known. */
  unpricedCalls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Of recordings that were written down. */
  seconds: z.number(),
  /** That were spoken. */
  characters: z.number(),
  priceMicro: z.number(),
})
export type SpendSum = z.infer<typeof Sum>

const Named = Sum.extend({
  id: z.string(),
  /** Null where it is no longer there. */
  name: z.string().nullable(),
})

export const SpendQuery = z.strictObject({
  days: z.coerce.number().int().min(1).max(366).optional(),
  /** Of this flow alone. */
  chatflowId: Id.optional(),
})
export type SpendQuery = z.infer<typeof SpendQuery>

export const Spend = z.object({
  total: Sum,
  /** Every day of the period, the last is today. */
  days: z.array(Sum.extend({ day: z.string() })),
  flows: z.array(Named),
  /** Those that cost most, a hundred at most; so are the others. */
  nodes: z.array(
    Named.extend({
      chatflowId: z.string(),
      /** Of its calls with a known price, half cost no more than this, within two hundredths. Null before any was counted so. */
      medianMicro: z.number().nullable(),
      /** The same for 19 of 20. */
      p95Micro: z.number().nullable(),
    }),
  ),
  models: z.array(Named),
  keys: z.array(Named),
  /** What of it was asked by tests, comparisons, their judges, and by trying a change of a recorded run. */
  tests: Sum,
})
export type Spend = z.infer<typeof Spend>

export const getSpend = defineRoute({
  method: 'GET',
  path: '/spend',
  access: 'owner',
  right: 'spend.read',
  tag,
  summary: 'Get the cost of runs and tests by day, flow, node, model and API key.',
  query: SpendQuery,
  response: Spend,
})
