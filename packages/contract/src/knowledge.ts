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
  right: 'knowledge.read',
  tag,
  summary: 'List knowledge bases, newest first. With `page` and `limit`, returns `{data, total}`.',
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
  right: 'knowledge.edit',
  tag,
  summary: 'Create a knowledge base.',
  body: StoreValues,
  response: KnowledgeStore,
})

export const getKnowledge = defineRoute({
  method: 'GET',
  path: `${root}/store/:id`,
  access: 'owner',
  right: 'knowledge.read',
  tag,
  summary: 'Get a knowledge base with its sources and last load.',
  params: IdParams,
  response: KnowledgeStore,
  errors: storeErrors,
})

export const updateKnowledge = defineRoute({
  method: 'PUT',
  path: `${root}/store/:id`,
  access: 'owner',
  right: 'knowledge.edit',
  tag,
  summary: 'Rename or describe a knowledge base, or schedule its refresh.',
  params: IdParams,
  body: StoreValues.extend({ refresh: StoreRefresh.nullable().optional(), basedOn: BasedOn }).partial(),
  response: KnowledgeStore,
  errors: [...storeErrors, 'knowledge-changed'],
})

export const deleteKnowledge = defineRoute({
  method: 'DELETE',
  path: `${root}/store/:id`,
  access: 'owner',
  right: 'knowledge.edit',
  tag,
  summary: 'Delete a knowledge base with its chunks, vectors and files. Refused while flows use it, unless forced.',
  params: IdParams,
  query: ForceQuery,
  response: Deletion,
  errors: [...storeErrors, 'knowledge-in-use', 'knowledge-loading', 'node-failed', 'provider-failed'],
})

const components = {
  access: 'owner',
  right: 'knowledge.read',
  tag,
  method: 'GET',
  response: z.custom<NodeDescription[]>(),
} as const

export const listKnowledgeLoaders = defineRoute({
  ...components,
  path: `${root}/components/loaders`,
  summary: 'List the loaders for sources.',
})

export const listKnowledgeEmbeddings = defineRoute({
  ...components,
  path: `${root}/components/embeddings`,
  summary: 'List the embedding models.',
})

export const listKnowledgeIndexes = defineRoute({
  ...components,
  path: `${root}/components/vectorstore`,
  summary: 'List the vector stores.',
})

export const listKnowledgeRecordManagers = defineRoute({
  ...components,
  path: `${root}/components/recordmanager`,
  summary: "List record managers. Knowledge bases don't need one.",
})

export const previewSource = defineRoute({
  method: 'POST',
  path: `${root}/loader/preview`,
  access: 'owner',
  right: 'knowledge.edit',
  isAudited: false,
  tag,
  summary: "Preview a source's chunks. Nothing is stored.",
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

export const fetchLinks = defineRoute({
  method: 'GET',
  path: '/fetch-links',
  access: 'owner',
  right: 'knowledge.edit',
  tag,
  summary: 'List the pages that a web page links to or a sitemap names, as the web loaders find them.',
  query: z.strictObject({
    url: text(2000),
    relativeLinksMethod: z.enum(['webCrawl', 'scrapeXMLSitemap']),
    /** 0 is as many as the loader reads. */
    limit: z.coerce.number().int().min(0).max(1000),
  }),
  response: z.object({ status: z.literal('OK'), links: z.array(z.string()) }),
  errors: loadErrors,
})

export const saveSource = defineRoute({
  method: 'POST',
  path: `${root}/loader/save`,
  access: 'owner',
  right: 'knowledge.edit',
  tag,
  summary: 'Save a source. Process it to read its documents.',
  body: SourceValues,
  response: KnowledgeSource,
  errors: [...sourceErrors, 'knowledge-source-changed', 'node-not-found', 'node-failed'],
})

export const processSource = defineRoute({
  method: 'POST',
  path: `${root}/loader/process/:loaderId`,
  access: 'owner',
  right: 'knowledge.edit',
  tag,
  summary: "Read a source's documents into chunks and return the first page.",
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
  right: 'knowledge.edit',
  tag,
  summary: 'Delete a source with its chunks, vectors and files.',
  params: SourceParams,
  response: KnowledgeStore,
  errors: [...sourceErrors, 'knowledge-loading', 'node-failed', 'provider-failed'],
})

export const listPassages = defineRoute({
  method: 'GET',
  path: `${root}/chunks/:id/:loaderId/:page`,
  access: 'owner',
  right: 'knowledge.read',
  tag,
  summary: 'List the chunks of a source, or of `all`, 50 per page.',
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
  right: 'knowledge.edit',
  tag,
  summary: "Edit a chunk's text or metadata, or turn it on or off.",
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
  right: 'knowledge.edit',
  tag,
  summary: 'Delete a chunk. Reloading the source restores it; turn it off instead to exclude it.',
  params: PassageParams,
  response: PassagePage,
  errors: [...sourceErrors, 'passage-not-found', 'knowledge-loading', 'node-failed', 'provider-failed'],
})
