import { z } from 'zod'
import { Id, IdParams, IsoDate } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Tests'

const Place = z.coerce.number().int().min(1).max(1_000_000)
/** Both or none: without them, the whole list comes as it is. */
const OlderPage = z.strictObject({ page: Place.optional(), limit: Place.optional() })

function listOf<Item extends z.ZodType>(item: Item) {
  return z.union([z.array(item), z.object({ data: z.array(item), total: z.number().int() })])
}

/** A test set, as clients of the older product read it. */
export const Dataset = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  createdDate: IsoDate,
  updatedDate: IsoDate,
  rowCount: z.number().int(),
})
export type Dataset = z.infer<typeof Dataset>

export const DatasetRow = z.object({
  id: z.string(),
  datasetId: Id,
  input: z.string(),
  output: z.string(),
  sequenceNo: z.number().int(),
  updatedDate: IsoDate,
})
export type DatasetRow = z.infer<typeof DatasetRow>

/** A comparison, as clients of the older product read it. Lists of names and numbers are JSON within. */
export const Evaluation = z.object({
  id: Id,
  name: z.string(),
  chatflowId: z.string(),
  chatflowName: z.string(),
  datasetId: z.string(),
  datasetName: z.string(),
  evaluationType: z.literal('benchmarking'),
  additionalConfig: z.string(),
  status: z.enum(['pending', 'completed', 'error']),
  average_metrics: z.string(),
  runDate: IsoDate,
  latestEval: z.boolean(),
  version: z.number().int(),
})
export type Evaluation = z.infer<typeof Evaluation>

export const EvaluationRow = z.object({
  id: z.string(),
  evaluationId: Id,
  input: z.string(),
  expectedOutput: z.string(),
  actualOutput: z.string(),
  evaluators: z.string(),
  metrics: z.string(),
  errors: z.string(),
  runDate: IsoDate,
})
export type EvaluationRow = z.infer<typeof EvaluationRow>

export const listDatasets = defineRoute({
  method: 'GET',
  path: '/datasets',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: 'List test sets as Flowise lists datasets, newest first. `page` with `limit` returns `{data, total}`.',
  query: OlderPage,
  response: listOf(Dataset),
})

export const getDataset = defineRoute({
  method: 'GET',
  path: '/datasets/set/:id',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: 'Get a test set as a Flowise dataset, each turn of its cases a row.',
  params: IdParams,
  query: OlderPage,
  response: Dataset.extend({ rows: z.array(DatasetRow), total: z.number().int() }),
  errors: ['test-set-not-found'],
})

export const listEvaluations = defineRoute({
  method: 'GET',
  path: '/evaluations',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: 'List comparisons as Flowise lists evaluations, newest first. `page` with `limit` returns `{data, total}`.',
  query: OlderPage,
  response: listOf(Evaluation),
})

export const getEvaluation = defineRoute({
  method: 'GET',
  path: '/evaluations/:id',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: 'Get a comparison as a Flowise evaluation, each case a row.',
  params: IdParams,
  response: Evaluation.extend({
    versionCount: z.number().int(),
    versionNo: z.number().int(),
    rows: z.array(EvaluationRow),
  }),
  errors: ['comparison-not-found'],
})
