import type { NodeDescription } from '@chatwright/core'
import { z } from 'zod'
import { Deletion, ForceQuery, Id, IdParams, text } from './fields.ts'
import { Job } from './jobs.ts'
import {
  BasedOn,
  Config,
  Failure,
  KnowledgeSource,
  KnowledgeStore,
  LoadQuery,
  PassagePage,
  SourceParams,
  SourceValues,
  StoreRefresh,
  StoreValues,
  loadErrors,
  root,
  sourceErrors,
  storeErrors,
  tag,
} from './knowledge-values.ts'
import { defineRoute } from './route.ts'

export const listKnowledge = defineRoute({
  method: 'GET',
  path: `${root}/store`,
  access: 'owner',
  tag,
  summary: 'All stores of documents, newest first. A bare array; with `page` and `limit`, `{data, total}`.',
  query: z.looseObject({
    page: z.coerce.number().int().min(1).max(1_000_000).optional(),
    limit: z.coerce.number().int().min(1).max(200).optional(),
  }),
  response: z.union([z.array(KnowledgeStore), z.object({ data: z.array(KnowledgeStore), total: z.number() })]),
})

export const createKnowledge = defineRoute({
  method: 'POST',
  path: `${root}/store`,
  access: 'owner',
  tag,
  summary: 'Make a store of documents.',
  body: StoreValues,
  response: KnowledgeStore,
})

export const getKnowledge = defineRoute({
  method: 'GET',
  path: `${root}/store/:id`,
  access: 'owner',
  tag,
  summary: 'One store, with its sources and how its last load went.',
  params: IdParams,
  response: KnowledgeStore,
  errors: storeErrors,
})

export const updateKnowledge = defineRoute({
  method: 'PUT',
  path: `${root}/store/:id`,
  access: 'owner',
  tag,
  summary: 'Name or describe a store anew, or say when it reads its sources again by itself.',
  params: IdParams,
  body: StoreValues.extend({ refresh: StoreRefresh.nullable().optional(), basedOn: BasedOn }).partial(),
  response: KnowledgeStore,
  errors: [...storeErrors, 'knowledge-changed'],
})

export const deleteKnowledge = defineRoute({
  method: 'DELETE',
  path: `${root}/store/:id`,
  access: 'owner',
  tag,
  summary: 'Delete a store with its passages, vectors and files. Refused while flows use it, unless forced.',
  params: IdParams,
  query: ForceQuery,
  response: Deletion,
  errors: [...storeErrors, 'knowledge-in-use', 'knowledge-loading', 'node-failed', 'provider-failed'],
})

const components = { access: 'owner', tag, method: 'GET', response: z.custom<NodeDescription[]>() } as const

export const listKnowledgeLoaders = defineRoute({
  ...components,
  path: `${root}/components/loaders`,
  summary: 'The loaders that a source can be made of.',
})

export const listKnowledgeEmbeddings = defineRoute({
  ...components,
  path: `${root}/components/embeddings`,
  summary: 'The embedding models a store can have.',
})

export const listKnowledgeIndexes = defineRoute({
  ...components,
  path: `${root}/components/vectorstore`,
  summary: 'The vector stores a store can be kept in.',
})

export const listKnowledgeRecordManagers = defineRoute({
  ...components,
  path: `${root}/components/recordmanager`,
  summary: 'The record managers of the catalogue. Stores need none: they remember what they loaded.',
})

export const previewSource = defineRoute({
  method: 'POST',
  path: `${root}/loader/preview`,
  access: 'owner',
  tag,
  summary: 'The passages that a source would give. Nothing is stored.',
  body: SourceValues.extend({
    loaderConfig: Config.optional(),
    loaderId: text(200).optional(),
    /** How many; -1 is all. */
    previewChunkCount: z.coerce.number().int().min(-1).max(10_000).optional(),
  }),
  response: z.object({
    chunks: z.array(z.object({ pageContent: z.string(), metadata: Config })),
    totalChunks: z.number(),
    previewChunkCount: z.number(),
    failures: z.array(Failure),
  }),
  errors: loadErrors,
})
export type PreviewValues = z.infer<NonNullable<(typeof previewSource)['body']>>

export const saveSource = defineRoute({
  method: 'POST',
  path: `${root}/loader/save`,
  access: 'owner',
  tag,
  summary: 'Keep a source, new or changed. Its documents are read by processing it.',
  body: SourceValues,
  response: KnowledgeSource,
  errors: [...sourceErrors, 'knowledge-source-changed', 'node-not-found', 'node-failed'],
})

export const processSource = defineRoute({
  method: 'POST',
  path: `${root}/loader/process/:loaderId`,
  access: 'owner',
  tag,
  summary: 'Read the documents of a source into passages, and answer the first page of them.',
  params: z.strictObject({ loaderId: Id }),
  query: LoadQuery,
  body: z.looseObject({ storeId: Id.optional() }),
  response: z.union([PassagePage, Job]),
  errors: loadErrors,
})

export const deleteSource = defineRoute({
  method: 'DELETE',
  path: `${root}/loader/:id/:loaderId`,
  access: 'owner',
  tag,
  summary: 'Delete a source with its passages, vectors and files.',
  params: SourceParams,
  response: KnowledgeStore,
  errors: [...sourceErrors, 'knowledge-loading', 'node-failed', 'provider-failed'],
})

export const listPassages = defineRoute({
  method: 'GET',
  path: `${root}/chunks/:id/:loaderId/:page`,
  access: 'owner',
  tag,
  summary: 'Passages of one source, or of `all`, 50 a page.',
  params: SourceParams.extend({ page: z.coerce.number().int().min(1).max(1_000_000) }),
  query: z.looseObject({ search: text(500).optional() }),
  response: PassagePage,
  errors: sourceErrors,
})

const PassageParams = SourceParams.extend({ chunkId: Id })

export const editPassage = defineRoute({
  method: 'PUT',
  path: `${root}/chunks/:id/:loaderId/:chunkId`,
  access: 'owner',
  tag,
  summary: 'Change the words or the facts of a passage, or switch it off and on.',
  params: PassageParams,
  body: z.looseObject({
    pageContent: text(1_000_000)
      .refine((value) => value.trim() !== '', 'A passage needs words: switch it off instead')
      .optional(),
    metadata: Config.optional(),
    isOn: z.boolean().optional(),
    /** What it said when it was read: refused when somebody else changed it since. */
    basedOn: text(1_000_000).optional(),
    /** The facts it had then, likewise. */
    basedOnMetadata: Config.optional(),
  }),
  response: PassagePage,
  errors: [
    ...sourceErrors,
    'passage-not-found',
    'passage-changed',
    'knowledge-loading',
    'node-failed',
    'provider-failed',
  ],
})

export const deletePassage = defineRoute({
  method: 'DELETE',
  path: `${root}/chunks/:id/:loaderId/:chunkId`,
  access: 'owner',
  tag,
  summary: 'Delete a passage. It comes back when its source is loaded again: switch it off to keep it away.',
  params: PassageParams,
  response: PassagePage,
  errors: [...sourceErrors, 'passage-not-found', 'knowledge-loading', 'node-failed', 'provider-failed'],
})
