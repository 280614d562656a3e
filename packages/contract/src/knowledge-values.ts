import { z } from 'zod'
import { FlowName, Id, IsoDate, text } from './fields.ts'
import { Job } from './jobs.ts'

export const tag = 'Knowledge'
export const root = '/document-store'

/** The values of a node's form. */
export const Config = z.record(text(200), z.unknown())

/** A chosen node with the values of its form; a credential stands in them under `credential`. */
export const ChosenNode = z.object({ name: z.string(), config: Config })
export type ChosenNode = z.infer<typeof ChosenNode>

export const Failure = z.object({ document: z.string(), message: z.string(), hint: z.string().optional() })

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
  /** Changes with its settings alone: what a change is based on. */
  revision: z.string(),
})
export type KnowledgeSource = z.infer<typeof KnowledgeSource>

export const KnowledgeState = z.enum(['EMPTY', 'SYNCING', 'SYNC', 'STALE', 'UPSERTING', 'UPSERTED'])

/** When a store reads its sources again by itself. */
export const StoreRefresh = z.object({
  cron: text(200),
  timezone: text(100),
})
export type StoreRefresh = z.infer<typeof StoreRefresh>

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
  refresh: StoreRefresh.extend({ nextDate: IsoDate.nullable() }).nullable(),
  /** Changes with its settings alone: what a change is based on. */
  revision: z.string(),
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
  /** Of a search that finds very many: there may be more than were counted. */
  isCut: z.boolean().optional(),
  currentPage: z.number(),
  storeName: z.string(),
  description: z.string(),
  docId: z.string(),
  file: KnowledgeSource.optional(),
})
export type PassagePage = z.infer<typeof PassagePage>

const name = text(255).refine((value) => value.trim() !== '', 'A store needs a name')
export const StoreValues = z.looseObject({ name, description: text(10_000).optional() })
/** The `revision` that was read before: refused when somebody else changed it since. Without it, the last one wins. */
export const BasedOn = text(64).optional()

/** What a source is made of. A new one where no `id` is given. */
export const SourceValues = z.looseObject({
  id: Id.optional(),
  storeId: Id,
  loaderId: text(200),
  loaderName: text(255).optional(),
  loaderConfig: Config,
  splitterId: text(200).optional(),
  splitterName: text(255).optional(),
  splitterConfig: Config.optional(),
  credential: text(64).optional(),
  basedOn: BasedOn,
})
export type SourceValues = z.infer<typeof SourceValues>

export const storeErrors = ['knowledge-not-found'] as const
export const sourceErrors = [...storeErrors, 'knowledge-source-not-found'] as const
export const loadErrors = [
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
export const LoadQuery = z.looseObject({ background: z.enum(['true', 'false']).optional() })

export const SourceParams = z.strictObject({ id: Id, loaderId: Id })
