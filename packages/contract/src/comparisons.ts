import { z } from 'zod'
import { Id, IdParams, IsoDate, PageQuery, pageOf, text } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Tests'

/**
 * `different`: it has no check that says which is right. `reworded`: nor has this, but only the words are others, not what they mean.
 * `unclear`: the answers do not tell, or some are missing.
 */
export const CaseVerdict = z.enum(['same', 'reworded', 'better', 'worse', 'different', 'unclear'])
export type CaseVerdict = z.infer<typeof CaseVerdict>

const Version = z.number().int().min(1)

export const NewComparison = z
  .strictObject({
    chatflowId: Id,
    /** The version that answers, where none is named. */
    base: Version.optional(),
    /** The newest version, where none is named. */
    candidate: Version.optional(),
    /** A set of tests of the flow, or so many of its newest recorded answers. */
    setId: Id.optional(),
    answers: z.number().int().min(1).max(50).optional(),
    /** How often each side of a case is asked at most. */
    asks: z.number().int().min(2).max(5).optional(),
    /** What it may cost, in millionths of a dollar; what is not asked for it stays unclear. */
    mostMicro: z.number().int().min(1).max(1_000_000_000).optional(),
    /** A model that says which of two answers is better, where no check does. */
    judge: z
      .strictObject({
        node: text(200),
        credential: Id.optional(),
        inputs: z.record(z.string().max(200), z.unknown()).optional(),
      })
      .optional(),
  })
  .refine(({ setId, answers }) => setId === undefined || answers === undefined, {
    path: ['answers'],
    message: 'Name a set or a number of answers, not both',
  })
export type NewComparison = z.infer<typeof NewComparison>

export const ComparisonSummary = z.object({
  cases: z.number().int(),
  /** How many of them are done. */
  done: z.number().int(),
  same: z.number().int(),
  reworded: z.number().int(),
  better: z.number().int(),
  worse: z.number().int(),
  different: z.number().int(),
  unclear: z.number().int(),
  /** Of the base asked again: how often its answer is another than the case mostly gets. Nothing where nobody was asked. */
  flipRate: z.number().nullable(),
  /** `not-enough`: too much is unclear to say that nothing got worse. */
  conclusion: z.enum(['regression', 'no-regression', 'not-enough']).nullable(),
  asked: z.number().int(),
  priceMicro: z.number(),
})
export type ComparisonSummary = z.infer<typeof ComparisonSummary>

export const Comparison = z.object({
  id: z.string(),
  chatflowId: z.string(),
  flowName: z.string(),
  base: z.number().int(),
  candidate: z.number().int(),
  setId: z.string().nullable(),
  /** What the set was called then. */
  setName: z.string().nullable(),
  /** The model that judged, by its vendor's name where that is known. */
  judge: z.string().nullable(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** Why it failed. */
  reason: z.string().nullable(),
  summary: ComparisonSummary,
  createdDate: IsoDate,
})
export type Comparison = z.infer<typeof Comparison>

const Side = z.object({
  asked: z.number().int(),
  failed: z.number().int(),
  /** Of those that did not fail: said in other words than expected, meaning the same. */
  reworded: z.number().int(),
  /** The last one. */
  answer: z.string(),
  durationMs: z.number().nullable(),
  costMicro: z.number().nullable(),
})
export type ComparedSide = z.infer<typeof Side>

export const ComparedCase = z.object({
  number: z.number().int(),
  name: z.string(),
  verdict: CaseVerdict,
  /** Told from the record, without asking anybody. */
  isProved: z.boolean(),
  hasChecks: z.boolean(),
  /** The node at which the candidate departs from what was recorded. */
  node: z.string().nullable(),
  /** Why it is unclear. */
  reason: z.string().nullable(),
  /** What the judge said of pairs of answers. */
  judged: z.object({ base: z.number().int(), candidate: z.number().int(), tie: z.number().int() }).nullable(),
  base: Side,
  candidate: Side,
})
export type ComparedCase = z.infer<typeof ComparedCase>

export const listComparisons = defineRoute({
  method: 'GET',
  path: '/comparisons',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: 'List comparisons, newest first.',
  query: PageQuery.extend({ chatflowId: Id.optional() }),
  response: pageOf(Comparison).omit({ total: true }),
})

export const startComparison = defineRoute({
  method: 'POST',
  path: '/comparisons',
  access: 'owner',
  right: 'test.edit',
  tag,
  summary: 'Compare two versions of a flow and separate real differences from chance.',
  body: NewComparison,
  response: Comparison,
  status: 202,
  errors: ['chatflow-not-found', 'version-not-found', 'test-set-not-found'],
})

export const getComparison = defineRoute({
  method: 'GET',
  path: '/comparisons/:id',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: 'Get a comparison with its cases, worst first.',
  params: IdParams,
  response: Comparison.extend({ items: z.array(ComparedCase) }),
  errors: ['comparison-not-found'],
})

export const deleteComparison = defineRoute({
  method: 'DELETE',
  path: '/comparisons/:id',
  access: 'owner',
  right: 'test.edit',
  tag,
  summary: 'Delete a comparison. A running one is stopped.',
  params: IdParams,
  response: z.object({ isDeleted: z.boolean() }),
})
