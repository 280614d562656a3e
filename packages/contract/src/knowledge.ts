import type { NodeDescription } from '@chatwright/core'
import { z } from 'zod'
import { Deletion, FlowName, ForceQuery, Id, IdParams, IsoDate, text } from './fields.ts'
import { Job } from './jobs.ts'
import { defineRoute } from './route.ts'
import { UpsertAnswer } from './upserts.ts'

const tag = 'Knowledge'
const root = '/document-store'

/** The values of a node's form. */
const Config = z.record(text(200), z.unknown())

/** A chosen node with the values of its form; a credential stands in them under `credential`. */
export const ChosenNode = z.object({ name: z.string(), config: Config })
export type ChosenNode = z.infer<typeof ChosenNode>

const Failure = z.object({ document: z.string(), message: z.string(), hint: z.string().optional() })

/** Where documents of a store come from; clients know it as a loader. */
export const KnowledgeSource = z.looseObject({
  id: z.string(),
  /** The loader's name in the catalogue, and what it is called here. */
  loaderId: z.string(),
  loaderName: z.string(),
  loaderConfig: Config,
  splitterId: z.string(),
  splitterName: z.string(),
  splitterConfig: Config,
  credential: z.string().optional(),
  totalChunks: z.number(),
  totalChars: z.number(),
  /** `SYNCING` until its passages are stored, then `SYNC`. */
  status: z.enum(['SYNCING', 'SYNC']),
  files: z.array(z.looseObject({ id: z.string(), name: z.string(), size: z.number() })),
  /** What it reads, in words: file names, an address. */
  source: z.string(),
  /** What could not be read the last time, while the rest was. */
  failures: z.array(Failure),
  loadedDate: IsoDate.nullable(),
})
export type KnowledgeSource = z.infer<typeof KnowledgeSource>

export const KnowledgeState = z.enum(['EMPTY', 'SYNCING', 'SYNC', 'STALE', 'UPSERTING', 'UPSERTED'])

export const KnowledgeStore = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  loaders: z.array(KnowledgeSource),
  /** Flows that search it. */
  whereUsed: z.array(FlowName),
  status: KnowledgeState,
  embeddingConfig: ChosenNode.nullable(),
  vectorStoreConfig: ChosenNode.nullable(),
  recordManagerConfig: ChosenNode.nullable(),
  totalChars: z.number(),
  totalChunks: z.number(),
  /** The load under way, or the last one. */
  job: Job.nullable(),
  createdDate: IsoDate,
  updatedDate: IsoDate,
})
export type KnowledgeStore = z.infer<typeof KnowledgeStore>

/** A passage; clients know it as a chunk. */
export const Passage = z.object({
  id: z.string(),
  docId: z.string(),
  storeId: z.string(),
  chunkNo: z.number(),
  pageContent: z.string(),
  metadata: Config,
  /** The document it comes from. */
  document: z.string(),
  isOn: z.boolean(),
  isEdited: z.boolean(),
})
export type Passage = z.infer<typeof Passage>

export const PassagePage = z.object({
  chunks: z.array(Passage),
  count: z.number(),
  characters: z.number(),
  currentPage: z.number(),
  storeName: z.string(),
  description: z.string(),
  docId: z.string(),
  file: KnowledgeSource.optional(),
})
export type PassagePage = z.infer<typeof PassagePage>

const name = text(255).refine((value) => value.trim() !== '', 'A store needs a name')
const StoreValues = z.looseObject({ name, description: text(10_000).optional() })
/** What a source is made of. A new one where no `id` is given. */
const SourceValues = z.looseObject({
  id: Id.optional(),
  storeId: Id,
  loaderId: text(200),
  loaderName: text(255).optional(),
  loaderConfig: Config,
  splitterId: text(200).optional(),
  splitterName: text(255).optional(),
  splitterConfig: Config.optional(),
  credential: text(64).optional(),
})
export type SourceValues = z.infer<typeof SourceValues>

const storeErrors = ['knowledge-not-found'] as const
const sourceErrors = [...storeErrors, 'knowledge-source-not-found'] as const
const loadErrors = [
  ...sourceErrors,
  'knowledge-loading',
  'node-failed',
  'provider-failed',
  'provider-rate-limit',
  'provider-overloaded',
  'run-cancelled',
  'run-interrupted',
  'flow-invalid',
  'node-not-found',
] as const

/** `?background=true` answers 202 with the job at once, which goes on when the caller leaves. */
const LoadQuery = z.looseObject({ background: z.enum(['true', 'false']).optional() })

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
  summary: 'Name or describe a store anew.',
  params: IdParams,
  body: StoreValues.partial(),
  response: KnowledgeStore,
  errors: storeErrors,
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
  errors: [...sourceErrors, 'node-not-found', 'node-failed'],
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

const SourceParams = z.strictObject({ id: Id, loaderId: Id })

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
    pageContent: text(1_000_000).optional(),
    metadata: Config.optional(),
    isOn: z.boolean().optional(),
    /** What it said when it was read: refused when somebody else changed it since. */
    basedOn: text(1_000_000).optional(),
  }),
  response: PassagePage,
  errors: [...sourceErrors, 'passage-not-found', 'passage-changed', 'node-failed', 'provider-failed'],
})

export const deletePassage = defineRoute({
  method: 'DELETE',
  path: `${root}/chunks/:id/:loaderId/:chunkId`,
  access: 'owner',
  tag,
  summary: 'Delete a passage. It comes back when its source is loaded again: switch it off to keep it away.',
  params: PassageParams,
  response: PassagePage,
  errors: [...sourceErrors, 'passage-not-found', 'node-failed', 'provider-failed'],
})

const IndexValues = z.looseObject({
  storeId: Id,
  docId: Id.optional(),
  embeddingName: text(200).optional(),
  embeddingConfig: Config.optional(),
  vectorStoreName: text(200).optional(),
  vectorStoreConfig: Config.optional(),
  recordManagerName: text(200).optional(),
  recordManagerConfig: Config.optional(),
})
export type IndexValues = z.infer<typeof IndexValues>

const indexRoute = { method: 'POST', access: 'owner', tag, body: IndexValues } as const

export const saveIndex = defineRoute({
  ...indexRoute,
  path: `${root}/vectorstore/save`,
  summary: 'Choose the embedding model and the vector store.',
  response: KnowledgeStore,
  errors: [...storeErrors, 'node-not-found'],
})

export const updateIndex = defineRoute({
  ...indexRoute,
  path: `${root}/vectorstore/update`,
  summary: 'Change how the vector store is searched, or choose another.',
  response: KnowledgeStore,
  errors: [...storeErrors, 'node-not-found'],
})

export const insertPassages = defineRoute({
  ...indexRoute,
  path: `${root}/vectorstore/insert`,
  summary: 'Embed the passages that are not embedded yet, so that they are found.',
  query: LoadQuery,
  response: z.union([UpsertAnswer, Job]),
  errors: loadErrors,
})

export const deleteIndex = defineRoute({
  method: 'DELETE',
  path: `${root}/vectorstore/:id`,
  access: 'owner',
  tag,
  summary: 'Delete the vectors of a store, or of one of its sources. The passages stay.',
  params: IdParams,
  query: z.looseObject({ docId: Id.optional() }),
  response: KnowledgeStore,
  errors: [...storeErrors, 'knowledge-loading', 'node-failed', 'provider-failed'],
})

export const queryKnowledge = defineRoute({
  method: 'POST',
  path: `${root}/vectorstore/query`,
  access: 'owner',
  tag,
  summary: 'Search a store as flows do.',
  body: z.looseObject({
    storeId: Id,
    query: text(100_000),
    /** How many are found, only which, and how near they must be: `topK`, `metadataFilter`, `threshold`. */
    inputs: Config.optional(),
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
      }),
    ),
  }),
  errors: [...storeErrors, 'node-failed', 'provider-failed', 'provider-rate-limit', 'provider-overloaded'],
})

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
  tag,
  summary: 'Load files or other documents into a store, through a source that is there or a new one.',
  params: IdParams,
  query: LoadQuery,
  body: UpsertItem,
  consumes: 'json-or-multipart',
  response: z.union([KnowledgeUpsertAnswer, Job]),
  errors: loadErrors,
})

export const refreshKnowledge = defineRoute({
  method: 'POST',
  path: `${root}/refresh/:id`,
  access: 'owner',
  tag,
  summary: 'Read sources again, all where none are named: what changed is embedded, what is gone is deleted.',
  params: IdParams,
  query: LoadQuery,
  body: z.looseObject({ items: z.array(UpsertItem).max(1000).optional() }).optional(),
  response: z.union([z.array(KnowledgeUpsertAnswer), Job]),
  errors: loadErrors,
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
  tag,
  summary: 'What a refresh would change, by document. Nothing is stored.',
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
  tag,
  summary: 'Let a model write what an agent is told about a store.',
  params: IdParams,
  body: z.looseObject({ selectedChatModel: z.looseObject({ name: text(200), inputs: Config.optional() }) }),
  response: z.object({ content: z.string() }),
  errors: loadErrors,
})

export const listKnowledgeFields = defineRoute({
  method: 'GET',
  path: `${root}/store-configs/:id/:loaderId`,
  access: 'owner',
  tag,
  summary: 'The fields that a request may set when it loads a source.',
  params: SourceParams,
  response: z.array(
    z.looseObject({ node: z.string(), nodeId: z.string(), label: z.string(), name: z.string(), type: z.string() }),
  ),
  errors: sourceErrors,
})
