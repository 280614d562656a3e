import { z } from 'zod'
import { Id, IdParams, text } from './fields.ts'
import { Job } from './jobs.ts'
import {
  BasedOn,
  Config,
  Failure,
  KnowledgeStore,
  LoadQuery,
  SourceParams,
  loadErrors,
  root,
  sourceErrors,
  storeErrors,
  tag,
} from './knowledge-values.ts'
import { defineRoute } from './route.ts'
import { UpsertAnswer } from './upserts.ts'

const IndexValues = z.looseObject({
  storeId: Id,
  docId: Id.optional(),
  embeddingName: text(200).optional(),
  embeddingConfig: Config.optional(),
  vectorStoreName: text(200).optional(),
  vectorStoreConfig: Config.optional(),
  recordManagerName: text(200).optional(),
  recordManagerConfig: Config.optional(),
  basedOn: BasedOn,
})
export type IndexValues = z.infer<typeof IndexValues>

const indexRoute = { method: 'POST', access: 'owner', right: 'knowledge.edit', tag, body: IndexValues } as const

export const saveIndex = defineRoute({
  ...indexRoute,
  path: `${root}/vectorstore/save`,
  summary: "Set a knowledge base's embedding model and vector store.",
  response: KnowledgeStore,
  errors: [...storeErrors, 'knowledge-changed', 'node-not-found'],
})

export const updateIndex = defineRoute({
  ...indexRoute,
  path: `${root}/vectorstore/update`,
  summary: 'Change how the vector store is searched, or choose another.',
  response: KnowledgeStore,
  errors: [...storeErrors, 'knowledge-changed', 'node-not-found'],
})

export const insertPassages = defineRoute({
  ...indexRoute,
  path: `${root}/vectorstore/insert`,
  summary: 'Embed all chunks that have no vectors yet.',
  query: LoadQuery,
  response: z.union([UpsertAnswer, Job]),
  errors: [...loadErrors, 'knowledge-changed'],
})

export const deleteIndex = defineRoute({
  method: 'DELETE',
  path: `${root}/vectorstore/:id`,
  access: 'owner',
  right: 'knowledge.edit',
  tag,
  summary: 'Delete the vectors of a knowledge base or a source. Chunks stay.',
  params: IdParams,
  query: z.looseObject({ docId: Id.optional() }),
  response: KnowledgeStore,
  errors: [...sourceErrors, 'knowledge-loading', 'node-failed', 'provider-failed'],
})

/** Where a stage of a search had a passage: by nearness, by words, by both, and after reranking for variety. */
const StagePlace = z.object({
  stage: z.enum(['nearness', 'words', 'fused', 'reranked']),
  rank: z.number(),
  score: z.number().optional(),
})

export const queryKnowledge = defineRoute({
  method: 'POST',
  path: `${root}/vectorstore/query`,
  access: 'owner',
  right: 'knowledge.read',
  isAudited: false,
  tag,
  summary: 'Search a knowledge base.',
  body: z.looseObject({
    storeId: Id,
    query: text(100_000).refine((value) => value.trim() !== '', 'A search needs words'),
    /**
     * How many are found, only which, and how near they must be: `topK`, `metadataFilter`, `threshold`; and instead of the
     * store's own settings `hybridSearch`, `searchType`, `fetchK`, `lambda`, where its index has them.
     */
    inputs: Config.optional(),
    /** Says of each passage which place every stage of the search gave it. */
    isExplained: z.boolean().optional(),
  }),
  response: z.object({
    timeTaken: z.number(),
    docs: z.array(
      z.looseObject({
        id: z.string(),
        chunkNo: z.number(),
        pageContent: z.string(),
        metadata: Config,
        docId: z.string(),
        document: z.string(),
        score: z.number().optional(),
        stages: z.array(StagePlace).optional(),
      }),
    ),
  }),
  errors: [...storeErrors, 'node-failed', 'provider-failed', 'provider-rate-limit', 'provider-overloaded'],
})

export type KnowledgeAnswer = z.infer<NonNullable<(typeof queryKnowledge)['response']>>

const UpsertItem = z.looseObject({
  docId: Id.optional(),
  metadata: z.union([Config, text(100_000)]).optional(),
  replaceExisting: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  createNewDocStore: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  docStore: z.unknown().optional(),
  loaderName: text(255).optional(),
  loader: z.unknown().optional(),
  splitter: z.unknown().optional(),
  embedding: z.unknown().optional(),
  vectorStore: z.unknown().optional(),
  recordManager: z.unknown().optional(),
})
export type UpsertItem = z.infer<typeof UpsertItem>

export const KnowledgeUpsertAnswer = UpsertAnswer.extend({ docId: z.string().optional() })

export const upsertKnowledge = defineRoute({
  method: 'POST',
  path: `${root}/upsert/:id`,
  access: 'owner',
  right: 'knowledge.edit',
  tag,
  summary: 'Load files or documents into a knowledge base, with an existing source or a new one.',
  params: IdParams,
  query: LoadQuery,
  body: UpsertItem,
  consumes: 'json-or-multipart',
  response: z.union([KnowledgeUpsertAnswer, Job]),
  errors: [...loadErrors, 'knowledge-changed', 'knowledge-source-changed'],
})

export const refreshKnowledge = defineRoute({
  method: 'POST',
  path: `${root}/refresh/:id`,
  access: 'owner',
  right: 'knowledge.edit',
  tag,
  summary: 'Reload sources: changed documents are embedded, missing ones deleted. Without names, reloads all.',
  params: IdParams,
  query: LoadQuery,
  body: z.looseObject({ items: z.array(UpsertItem).max(1000).optional() }).optional(),
  response: z.union([z.array(KnowledgeUpsertAnswer), Job]),
  errors: [...loadErrors, 'knowledge-changed', 'knowledge-source-changed'],
})

const DocumentChanges = z.object({
  added: z.array(z.string()),
  changed: z.array(z.string()),
  gone: z.array(z.string()),
})

export const checkKnowledge = defineRoute({
  method: 'POST',
  path: `${root}/check/:id`,
  access: 'owner',
  right: 'knowledge.edit',
  isAudited: false,
  tag,
  summary: 'Preview a refresh by document. Nothing is stored.',
  params: IdParams,
  body: z.strictObject({ loaderIds: z.array(Id).max(1000).optional() }).optional(),
  response: z.object({
    sources: z.array(DocumentChanges.extend({ id: z.string(), loaderName: z.string(), failures: z.array(Failure) })),
    added: z.number(),
    changed: z.number(),
    gone: z.number(),
    unchanged: z.number(),
  }),
  errors: loadErrors,
})
export type KnowledgeCheck = z.infer<NonNullable<(typeof checkKnowledge)['response']>>

export const describeKnowledgeTool = defineRoute({
  method: 'POST',
  path: `${root}/generate-tool-desc/:id`,
  access: 'owner',
  right: 'knowledge.edit',
  isAudited: false,
  tag,
  summary: "Let a model write a knowledge base's description for agents.",
  params: IdParams,
  body: z.looseObject({ selectedChatModel: z.looseObject({ name: text(200), inputs: Config.optional() }) }),
  response: z.object({ content: z.string() }),
  errors: loadErrors,
})

export const listKnowledgeFields = defineRoute({
  method: 'GET',
  path: `${root}/store-configs/:id/:loaderId`,
  access: 'owner',
  right: 'knowledge.read',
  tag,
  summary: 'List the fields a request may set when it loads a source.',
  params: SourceParams,
  response: z.array(
    z.looseObject({ node: z.string(), nodeId: z.string(), label: z.string(), name: z.string(), type: z.string() }),
  ),
  errors: sourceErrors,
})
