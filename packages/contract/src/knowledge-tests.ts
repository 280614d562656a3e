import { z } from 'zod'
import { Deletion, Id, IdParams, IsoDate, text } from './fields.ts'
import { Config, root, storeErrors, tag } from './knowledge-values.ts'
import { defineRoute } from './route.ts'

/** A question, and the passage that a search of its store is to find for it. */
export const SearchTest = z.object({
  id: z.string(),
  question: z.string(),
  passageId: z.string(),
  /** What the passage says, and the document it comes from; as it was kept where it is gone. */
  pageContent: z.string(),
  document: z.string(),
  /** A load replaced the passage, or deleted it: nothing can find it any more. */
  isGone: z.boolean(),
  createdDate: IsoDate,
})
export type SearchTest = z.infer<typeof SearchTest>

const errors = storeErrors

export const listSearchTests = defineRoute({
  method: 'GET',
  path: `${root}/tests/:id`,
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: "List a knowledge base's search tests, oldest first.",
  params: IdParams,
  response: z.array(SearchTest),
  errors,
})

export const keepSearchTest = defineRoute({
  method: 'POST',
  path: `${root}/tests/:id`,
  access: 'owner',
  right: 'test.edit',
  tag,
  summary: 'Save a question and the chunk it should find. A repeated question replaces its chunk.',
  params: IdParams,
  body: z.strictObject({ question: text(10_000).trim().min(1), passageId: Id }),
  response: SearchTest,
  errors: [...errors, 'passage-not-found'],
})

export const deleteSearchTest = defineRoute({
  method: 'DELETE',
  path: `${root}/tests/:id/:testId`,
  access: 'owner',
  right: 'test.edit',
  tag,
  summary: 'Delete a search test.',
  params: z.strictObject({ id: Id, testId: Id }),
  response: Deletion,
  errors: [...errors, 'search-test-not-found'],
})

export const runSearchTests = defineRoute({
  method: 'POST',
  path: `${root}/tests/:id/run`,
  access: 'owner',
  right: 'test.edit',
  tag,
  summary: 'Run all search tests and return the rank of each chunk.',
  params: IdParams,
  /** As a search takes them; without, the store's own settings. */
  body: z.strictObject({ inputs: Config.optional() }).optional(),
  response: z.object({
    timeTaken: z.number(),
    /** How many passages each question found at most. */
    k: z.number(),
    asked: z.number(),
    foundFirst: z.number(),
    found: z.number(),
    /** Of those that were found; nothing where none was. */
    meanRank: z.number().nullable(),
    results: z.array(z.object({ id: z.string(), rank: z.number().nullable() })),
  }),
  errors: [...errors, 'node-failed', 'provider-failed', 'provider-rate-limit', 'provider-overloaded'],
})
export type SearchTestRun = z.infer<NonNullable<(typeof runSearchTests)['response']>>
