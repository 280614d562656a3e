import {
  checkKnowledge,
  createKnowledge,
  deleteIndex,
  deleteKnowledge,
  deletePassage,
  deleteSource,
  describeKnowledgeTool,
  editPassage,
  fetchLinks,
  getKnowledge,
  insertPassages,
  listKnowledge,
  listKnowledgeEmbeddings,
  listKnowledgeFields,
  listKnowledgeIndexes,
  listKnowledgeLoaders,
  listKnowledgeRecordManagers,
  listPassages,
  previewSource,
  processSource,
  queryKnowledge,
  refreshKnowledge,
  saveIndex,
  saveSource,
  updateIndex,
  updateKnowledge,
  upsertKnowledge,
  type UpsertItem,
} from '@chatwright/contract'
import type { Catalogue } from '@chatwright/nodes'
import type { FastifyReply } from 'fastify'
import { Form } from '../../door/http/form.ts'
import { handle, type Handler } from '../../door/http/handle.ts'
import { parse } from '../../door/http/register-routes.ts'
import { fieldsOf } from '../../asking/predictions/multipart.ts'
import type { ForgetFiles } from './kept-files.ts'
import type { KnowledgeJobs, WantedLoad } from './knowledge-jobs.ts'
import type { KnowledgeService } from './knowledge-service.ts'
import { readsStores } from './open-components.ts'
import type { PassageService } from './passage-service.ts'
import type { QueryService } from './query-service.ts'
import type { SourceService } from './source-service.ts'
import type { TakeBack } from './take-back.ts'
import { makesStore, type AskedItem, type createUpsertItems, type PreparedLoad } from './upsert-items.ts'

export interface KnowledgeRouteDependencies {
  knowledge: KnowledgeService
  sources: SourceService
  passages: PassageService
  queries: QueryService
  items: ReturnType<typeof createUpsertItems>
  jobs: KnowledgeJobs
  takeBack: Pick<TakeBack, 'of'>
  forgetFiles: ForgetFiles
  catalogue: Catalogue
}

export function knowledgeRoutes({
  knowledge,
  sources,
  passages,
  queries,
  items,
  jobs,
  takeBack,
  forgetFiles,
  catalogue,
}: KnowledgeRouteDependencies): Handler[] {
  const inCategory = (category: string) =>
    catalogue.nodes.filter((node) => node.category === category && !readsStores.has(node.name))

  /** Starts a load; who does not want to wait gets the job, the others what it came to. */
  const load = async (storeId: string, wanted: WantedLoad, how: HowToAnswer) =>
    answerOf(await jobs.start(await knowledge.requireStore(storeId), wanted), how)

  const answerOf = async (jobId: string, { query, reply }: HowToAnswer) => {
    if (query.background === 'true') return { job: reply.status(202).send(await jobs.get(jobId)) }
    return { result: { ...(await jobs.outcome(jobId)), addedDocs: [] } }
  }

  /** Loads what a request brings. Where that is refused or fails, nothing of the request is left. */
  const loadPrepared = async (
    { store, changes, undo, replaced }: PreparedLoad,
    sources: string[],
    how: HowToAnswer,
  ) => {
    // Who does not wait has the job's id to come back to.
    const isWaiting = how.query.background !== 'true'
    const load = { sources, isIndexing: true, changes, ...(isWaiting && { undo }) }
    const warning = (fault: string) => (error: unknown) => how.reply.log.warn({ err: error }, fault)
    const jobId = await jobs.start(store, load).catch(async (error: unknown) => {
      await forgetFiles(undo.files).catch(warning('A file of a refused upsert could not be deleted'))
      throw error
    })
    const answer = await answerOf(jobId, how).catch(async (error: unknown) => {
      // The load takes back what it can; not a store that was made for it, nor what a load that was given up left.
      if (isWaiting) await takeBack.of(jobId).catch(warning('A failed upsert could not be taken back'))
      throw error
    })
    await knowledge.forgetFilesOf(replaced).catch(warning('A file that was replaced could not be deleted'))
    return answer
  }

  /** Asked before anything is kept of a request, not only by the load itself. */
  const refuseWhileLoading = async (storeId: string) => jobs.refuseWhileLoading(await knowledge.requireStore(storeId))

  return [
    handle(listKnowledge, ({ query }) => knowledge.list(query)),
    handle(createKnowledge, ({ body }) => knowledge.create(body)),
    handle(getKnowledge, ({ params }) => knowledge.view(params.id)),
    handle(updateKnowledge, ({ params, body }) => knowledge.update(params.id, body)),
    handle(deleteKnowledge, async ({ params, query }) => {
      await knowledge.delete(params.id, { isForced: query.force === 'true' })
      return { raw: [], affected: 1 }
    }),
    handle(listKnowledgeLoaders, () => inCategory('Document Loaders')),
    handle(listKnowledgeEmbeddings, () => inCategory('Embeddings')),
    handle(listKnowledgeIndexes, () => inCategory('Vector Stores')),
    handle(listKnowledgeRecordManagers, () => inCategory('Record Manager')),
    handle(previewSource, ({ body }) => sources.preview(body)),
    handle(fetchLinks, async ({ query }) => ({ status: 'OK' as const, links: await sources.links(query) })),
    handle(saveSource, async ({ body }) => sources.view(await sources.save(body))),
    handle(processSource, async ({ params, query, reply }) => {
      const { id, store_id: storeId } = await sources.findSource(params.loaderId)
      const { job } = await load(storeId, { sources: [id], isIndexing: false }, { query, reply })
      return job ?? passages.page(storeId, id, { page: 1 })
    }),
    handle(deleteSource, ({ params }) => knowledge.deleteSource(params.id, params.loaderId)),
    handle(listPassages, ({ params, query }) =>
      passages.page(params.id, params.loaderId, { page: params.page, search: query.search }),
    ),
    handle(editPassage, ({ params, body }) => passages.edit(params, body)),
    handle(deletePassage, ({ params }) => passages.delete(params)),
    handle(saveIndex, ({ body }) => knowledge.saveIndex(body)),
    handle(updateIndex, ({ body }) => knowledge.saveIndex(body)),
    handle(insertPassages, async ({ body, query, reply }) => {
      if (body.docId !== undefined) await sources.requireSource(body.storeId, body.docId)
      const index = await knowledge.indexChange(body)
      const wanted = { sources: [], isIndexing: true, changes: { index } }
      const { job, result } = await load(body.storeId, wanted, { query, reply })
      return job ?? result
    }),
    handle(deleteIndex, ({ params, query }) => knowledge.deleteIndex(params.id, query.docId)),
    handle(queryKnowledge, ({ body }) => queries.query(body)),
    handle(upsertKnowledge, async ({ params, body, query, request, reply }) => {
      const form = request.body instanceof Form ? request.body : undefined
      const item = parse(upsertBody, form ? fieldsOf(form) : body, 'body') as UpsertItem
      if (!makesStore(item)) await refuseWhileLoading(params.id)
      const prepared = await items(params.id, [{ item, files: form?.files ?? [] }])
      const { sources: made } = prepared
      const { job, result } = await loadPrepared(prepared, made, { query, reply })
      return job ?? { ...result, docId: made[0] }
    }),
    handle(refreshKnowledge, async ({ params, body, query, reply }) => {
      const { loaders } = await knowledge.view(params.id)
      await refuseWhileLoading(params.id)
      const asked = body?.items ?? []
      for (const { docId } of asked) if (docId !== undefined) await sources.requireSource(params.id, docId)
      const changed = asked.filter((item) => unchanged(item) === undefined)
      const prepared = await items(
        params.id,
        changed.map((item): AskedItem => ({ item: refreshed(item) })),
      )
      const made = prepared.sources.values()
      const named = asked.flatMap((item) => unchanged(item) ?? made.next().value ?? [])
      const wanted = named.length > 0 ? named : loaders.map(({ id }) => id)
      const { job, result } = await loadPrepared(prepared, wanted, { query, reply })
      return job ?? [result]
    }),
    handle(checkKnowledge, ({ params, body }) => sources.check(params.id, body?.loaderIds)),
    handle(describeKnowledgeTool, async ({ params, body }) => ({
      content: await queries.describe(params.id, body.selectedChatModel),
    })),
    handle(listKnowledgeFields, async ({ params }) => {
      const store = await knowledge.view(params.id)
      const source = await sources.requireSource(params.id, params.loaderId)
      const { splitterId } = sources.view(source)
      return [source.loader_id, splitterId, store.embeddingConfig?.name, store.vectorStoreConfig?.name].flatMap(
        (name) => {
          const node = name === undefined || name === '' ? undefined : catalogue.describe(name)
          return (node?.inputs ?? [])
            .filter(({ type }) => /^[a-z]/.test(type))
            .map(({ label, name: input, type }) => ({
              node: node?.label ?? '',
              nodeId: `${node?.name}_0`,
              label: label ?? input,
              name: input,
              type,
            }))
        },
      )
    }),
  ]
}

const upsertBody = upsertKnowledge.body

/** The source that is read again as it is, where nothing else is said of it. */
function unchanged({ docId, replaceExisting: _, ...rest }: UpsertItem): string | undefined {
  return Object.values(rest).every((value) => value === undefined) ? docId : undefined
}

/** A refresh never makes a second source of one that is there, nor a store. */
function refreshed({ createNewDocStore: _, ...item }: UpsertItem): UpsertItem {
  return item.docId === undefined ? item : { ...item, replaceExisting: true }
}

interface HowToAnswer {
  query: { background?: string | undefined }
  reply: FastifyReply
}
