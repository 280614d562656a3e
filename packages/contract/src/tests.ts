import { LANGUAGES, parseJson, type Check } from '@chatwright/core'
import { z } from 'zod'
import { Id, IdParams, IsoDate, PageQuery, pageOf, text } from './fields.ts'
import { RecordingFile } from './recordings.ts'
import { defineRoute } from './route.ts'

const tag = 'Tests'

const Words = text(1000).refine((value) => value.trim() !== '', 'Say what to look for')
const Amount = z.number().int().min(0).max(1_000_000_000)

/** One thing that an answer must be, or must not. */
export const TestCheck: z.ZodType<Check> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('contains'), text: Words }),
  z.strictObject({ kind: z.literal('not-contains'), text: Words }),
  /** One of the passages that the answer is based on, by its words or where it comes from. */
  z.strictObject({ kind: z.literal('cites'), text: Words }),
  /** A passage that a search must come to, by its words or where it comes from; among its first so many. */
  z.strictObject({ kind: z.literal('finds'), text: Words, top: z.number().int().min(1).max(100).optional() }),
  z.strictObject({ kind: z.literal('json-schema'), schema: text(20_000) }),
  z.strictObject({
    kind: z.literal('calls-tool'),
    tool: text(200).refine((value) => value.trim() !== '', 'Name the tool'),
    /** JSON: what it must have been called with at least. */
    input: text(5000)
      .refine((value) => value.trim() === '' || readJson(value) !== undefined, 'This is not JSON')
      .optional(),
  }),
  z.strictObject({ kind: z.literal('language'), language: z.enum(LANGUAGES) }),
  z.strictObject({ kind: z.literal('length'), min: Amount.optional(), max: Amount.optional() }),
  z.strictObject({ kind: z.literal('refuses') }),
  z.strictObject({ kind: z.literal('cost'), mostMicro: Amount }),
  z.strictObject({ kind: z.literal('time'), mostMs: Amount }),
])
export type TestCheck = Check

const Checks = z.array(TestCheck).max(20)

/** `unproved`: from what is kept it cannot be told. */
export const TestVerdict = z.enum(['passed', 'failed', 'unproved'])
export type TestVerdict = z.infer<typeof TestVerdict>

/** Why a turn of a case did not simply pass or fail by its checks. */
export const TurnReason = z.enum(['run-failed', 'stopped', 'not-the-same', 'no-checks'])
export type TurnReason = z.infer<typeof TurnReason>

export const TurnResult = z.object({
  verdict: TestVerdict,
  reason: TurnReason.nullable(),
  /** Where it stopped, or why the run failed. */
  said: z.string().nullable(),
  answer: z.string(),
  /** In the order of the turn's checks. */
  checks: z.array(z.object({ verdict: z.enum(['pass', 'fail', 'unknown']), found: z.string().nullable() })),
  /** What the whole answer takes and costs, recorded calls among it. */
  durationMs: z.number().nullable(),
  costMicro: z.number().nullable(),
})
export type TurnResult = z.infer<typeof TurnResult>

export const CaseResult = z.object({
  verdict: TestVerdict,
  turns: z.array(TurnResult),
  flowVersion: z.number().int(),
  /** How many calls were asked anew, and what they cost. */
  asked: z.number().int(),
  priceMicro: z.number(),
  date: IsoDate,
})
export type CaseResult = z.infer<typeof CaseResult>

export const TestTurn = z.object({
  question: z.string(),
  /** What it should answer; where there is no check, it must answer the same. */
  expected: z.string().nullable(),
  checks: z.array(TestCheck),
  /** The run that it was kept from. */
  runId: z.string().nullable(),
  /** Whether what its calls came to is kept: then it can be run without asking anybody. */
  isRecorded: z.boolean(),
})
export type TestTurn = z.infer<typeof TestTurn>

export const TestCase = z.object({
  id: z.string(),
  setId: z.string(),
  name: z.string(),
  origin: z.enum(['run', 'conversation', 'hand', 'csv']),
  turns: z.array(TestTurn),
  result: CaseResult.nullable(),
  createdDate: IsoDate,
})
export type TestCase = z.infer<typeof TestCase>

export const TestSet = z.object({
  id: z.string(),
  flowId: z.string(),
  flowName: z.string(),
  name: z.string(),
  cases: z.number().int(),
  /** How its cases ended last. Those that were never run are in none. */
  passed: z.number().int(),
  failed: z.number().int(),
  unproved: z.number().int(),
  createdDate: IsoDate,
})
export type TestSet = z.infer<typeof TestSet>

const Name = text(120)
  .trim()
  .refine((value) => value !== '', 'Give it a name')
const CaseName = text(200).trim()
const CaseParams = z.strictObject({ id: Id, caseId: Id })
const Question = text(100_000).refine((value) => value.trim() !== '', 'Ask something')

export const listTestSets = defineRoute({
  method: 'GET',
  path: '/tests',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: 'List test sets with their last results, newest first.',
  query: PageQuery.extend({ flowId: Id.optional() }),
  response: pageOf(TestSet).omit({ total: true }),
})

export const createTestSet = defineRoute({
  method: 'POST',
  path: '/tests',
  access: 'owner',
  right: 'test.edit',
  tag,
  summary: 'Create a test set.',
  body: z.strictObject({ flowId: Id, name: Name }),
  response: TestSet,
  errors: ['chatflow-not-found', 'test-set-exists'],
})

export const getTestSet = defineRoute({
  method: 'GET',
  path: '/tests/:id',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: 'Get a test set.',
  params: IdParams,
  response: TestSet,
  errors: ['test-set-not-found'],
})

export const renameTestSet = defineRoute({
  method: 'PATCH',
  path: '/tests/:id',
  access: 'owner',
  right: 'test.edit',
  tag,
  summary: 'Rename a test set.',
  params: IdParams,
  body: z.strictObject({ name: Name }),
  response: TestSet,
  errors: ['test-set-not-found', 'test-set-exists'],
})

export const deleteTestSet = defineRoute({
  method: 'DELETE',
  path: '/tests/:id',
  access: 'owner',
  right: 'test.edit',
  tag,
  summary: 'Delete a test set with its cases.',
  params: IdParams,
  response: z.object({ isDeleted: z.boolean() }),
})

export const listTestCases = defineRoute({
  method: 'GET',
  path: '/tests/:id/cases',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: 'List the cases of a test set.',
  params: IdParams,
  query: PageQuery,
  response: pageOf(TestCase).omit({ total: true }),
  errors: ['test-set-not-found'],
})

/** A turn as it is written by hand. What was recorded of it stays while its question does. */
export const TurnValues = z.strictObject({
  question: Question,
  expected: text(100_000).nullable().optional(),
  checks: Checks.optional(),
})
export type TurnValues = z.infer<typeof TurnValues>

export const CaseValues = z.strictObject({
  /** Its first question, where it has none. */
  name: CaseName.optional(),
  turns: z.array(TurnValues).min(1).max(50),
})
export type CaseValues = z.infer<typeof CaseValues>

export const createTestCase = defineRoute({
  method: 'POST',
  path: '/tests/:id/cases',
  access: 'owner',
  right: 'test.edit',
  tag,
  summary: 'Create a test case.',
  params: IdParams,
  body: CaseValues,
  response: TestCase,
  errors: ['test-set-not-found', 'test-set-full'],
})

export const updateTestCase = defineRoute({
  method: 'PUT',
  path: '/tests/:id/cases/:caseId',
  access: 'owner',
  right: 'test.edit',
  tag,
  summary: 'Update a test case.',
  params: CaseParams,
  body: CaseValues,
  response: TestCase,
  errors: ['test-case-not-found'],
})

export const deleteTestCase = defineRoute({
  method: 'DELETE',
  path: '/tests/:id/cases/:caseId',
  access: 'owner',
  right: 'test.edit',
  tag,
  summary: 'Delete a test case.',
  params: CaseParams,
  response: z.object({ isDeleted: z.boolean() }),
})

export const keepAsTest = defineRoute({
  method: 'POST',
  path: '/tests/keep',
  access: 'owner',
  right: 'test.edit',
  tag,
  summary: "Save an answer as a test case with its recording. Without a set, uses the flow's newest one.",
  body: z.strictObject({
    runId: Id,
    setId: Id.optional(),
    name: CaseName.optional(),
    /** The whole conversation up to this answer, instead of the answer alone. */
    isWhole: z.boolean().optional(),
    /** What the answer must be. Without any it must be as it was, or another one where it was rated down or failed. */
    checks: Checks.optional(),
  }),
  response: TestCase,
  errors: ['run-not-found', 'test-set-not-found', 'test-set-full', 'version-not-found', 'chatflow-not-found'],
})

export const runTestCase = defineRoute({
  method: 'POST',
  path: '/tests/:id/cases/:caseId/run',
  access: 'owner',
  right: 'test.edit',
  tag,
  summary: 'Run a test case on the newest version, from its recording or live.',
  params: CaseParams,
  body: z.strictObject({ isAsking: z.boolean().optional() }),
  response: TestCase,
  errors: ['test-case-not-found', 'test-case-changed', 'chatflow-not-found', 'flow-invalid'],
})

export const exportTestCsv = defineRoute({
  method: 'GET',
  path: '/tests/:id/csv',
  access: 'owner',
  right: 'run.reveal',
  isAudited: true,
  tag,
  summary: 'Export a test set as CSV.',
  params: IdParams,
  produces: 'file',
  errors: ['test-set-not-found'],
})

export const importTestCsv = defineRoute({
  method: 'POST',
  path: '/tests/:id/csv',
  access: 'owner',
  right: 'test.edit',
  tag,
  summary: 'Import test cases from CSV, one per line.',
  params: IdParams,
  body: z.strictObject({
    csv: text(5_000_000),
    /** Whether the first line names the columns. Found out where it is not said. */
    firstRowHeaders: z.boolean().optional(),
  }),
  response: z.object({ added: z.number().int() }),
  errors: ['test-set-not-found', 'test-set-full', 'invalid-request'],
})

/** A set as it travels, with what was recorded: it can be run where there is no database, key or network. */
export const TestSetFile = z.strictObject({
  testSet: z.literal(1),
  name: z.string(),
  flowName: z.string(),
  cases: z.array(
    z.strictObject({
      name: z.string(),
      turns: z.array(
        z.strictObject({
          question: z.string(),
          expected: z.string().nullable(),
          checks: z.array(TestCheck),
          history: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string() })),
          recording: RecordingFile.nullable(),
        }),
      ),
    }),
  ),
})
export type TestSetFile = z.infer<typeof TestSetFile>

export const exportTestSet = defineRoute({
  method: 'GET',
  path: '/tests/:id/file',
  access: 'owner',
  right: 'run.reveal',
  isAudited: true,
  tag,
  summary: 'Export a test set with its recordings as one file for `chatwright test`.',
  params: IdParams,
  produces: 'file',
  errors: ['test-set-not-found'],
})

function readJson(value: string): unknown {
  try {
    return parseJson(value)
  } catch {
    return undefined
  }
}
