import { NodeError, type DocumentFailure, type RunEvent, type UpsertResult } from '@chatwright/core'
import { toFault } from '@chatwright/engine'
import type { KnownSecrets } from '../../parts/credentials/known-secrets.ts'
import type { RunEnd, Work } from '../../runs/runs/kinds/job-kind.ts'
import type { KnowledgeJob } from '../../runs/runs/kinds/knowledge.ts'
import { comparePassages, type Comparison } from './compare-passages.ts'
import { filledIndexes, searchedIndex, targetIndex, type IndexNumber } from './index-choice.ts'
import type { ForgetFiles } from './kept-files.ts'
import type { KnowledgeStore, SourceRow, StoreRow } from './knowledge-store.ts'
import type { ComponentOpener, OpenIndex } from './open-components.ts'
import { addToIndex, removeFromIndex, type KnownVectors } from './passage-index.ts'
import type { IndexedId, PassageRow, PassageStore } from './passage-store.ts'
import { failureOf, readPassages } from './read-source.ts'
import { removeKnowledge } from './remove-knowledge.ts'
import type { Settled } from './settle-load.ts'
import type { UndoStore } from './undo-store.ts'
import { createVectorsAtHand } from './vectors-at-hand.ts'

const BATCH = 64
const KEPT_FAILURES = 200

export interface LoadKnowledgeDependencies {
  stores: KnowledgeStore
  undos: Pick<UndoStore, 'takeBack'>
  passages: PassageStore
  opener: ComponentOpener
  secrets: Pick<KnownSecrets, 'hide'>
  forgetFiles: ForgetFiles
  now: () => Date
}

interface Loading extends LoadKnowledgeDependencies {
  job: KnowledgeJob
  store: StoreRow
  signal: AbortSignal
  tell: (event: RunEvent) => void
  checkpoint: () => Promise<void>
}

/** Reads sources, embeds what is new, and only then lets all of it be found: a load that fails leaves the store as it was. */
export function createLoadKnowledge(dependencies: LoadKnowledgeDependencies): Work<KnowledgeJob, 'documents'> {
  const { stores, secrets } = dependencies
  return async (job, { signal, log, clock, checkpoint }) => {
    const startedAt = clock()
    const { runId } = job
    const tell = (event: RunEvent): void => log.append(secrets.hide(event))
    const end = (rest: Pick<RunEnd, 'status' | 'fault'>): RunEnd =>
      secrets.hide({ type: 'run-end', runId, at: clock(), durationMs: clock() - startedAt, ...rest })
    let loading: Loading | undefined
    try {
      tell({ type: 'run-start', runId, at: startedAt, endingNodeId: '' })
      if (job.removes) {
        await removeKnowledge({ ...dependencies, job, removes: job.removes, signal, tell, checkpoint })
        return end({ status: 'done' })
      }
      const store = await stores.find(job.flowId)
      if (!store || store.load_job !== runId || (await isTakenBack(job, stores))) throw takenOver()
      loading = { ...dependencies, job, store, signal, tell, checkpoint }
      tell({ type: 'documents-loaded', result: await load(loading) })
      return end({ status: 'done' })
    } catch (error) {
      // Whoever comes next goes on with what is embedded: only a load that is over for good is taken back.
      const isOver = !signal.aborted || signal.reason === 'stopped'
      const isHeld =
        isOver &&
        (await checkpoint().then(
          () => true,
          () => false,
        ))
      if (loading && isHeld) await takeBack(loading)
      return signal.aborted ? end({ status: 'cancelled' }) : end({ status: 'failed', fault: toFault(error) })
    }
  }
}

interface SourceRead {
  source: SourceRow
  compared: Comparison
  failures: DocumentFailure[]
}

async function load(loading: Loading): Promise<UpsertResult> {
  const { job, store, passages, now } = loading
  const lost: DocumentFailure[] = []
  await deleteGoing(loading, (error) => lost.push(failureOf('Old vectors', error)))
  const { read, unread, failures } = await readSources(loading)
  for (const failure of lost) failures.push(failure)
  await keepComing(loading, read, failures)
  const target = job.isIndexing ? await index(loading, failures) : undefined
  const settled = read.map(({ source, compared, failures }): Settled => ({
    sourceId: source.id,
    gone: compared.gone,
    moved: compared.moved,
    failures: failures.slice(0, KEPT_FAILURES),
  }))
  await passages.settle(settled, {
    storeId: store.id,
    at: now().toISOString(),
    unread,
    ...(target && { index: { built: JSON.stringify(target.built), generation: target.generation } }),
  })
  // From here on the load is done: what is left behind is deleted by the next one, if not now.
  const left = await Promise.allSettled([deleteGoing(loading), target?.isNew ? deleteOldIndex(loading) : undefined])
  for (const each of left) if (each.status === 'rejected') failures.push(failureOf('Old vectors', each.reason))
  return resultOf(read, failures)
}

async function readSources({ job, store, stores, passages, opener, signal, tell }: Loading) {
  const wanted = new Set(job.sources)
  const sources = (await stores.sources(store.id)).filter(({ id }) => wanted.has(id))
  const read: SourceRead[] = []
  const failures: DocumentFailure[] = []
  const unread: { sourceId: string; failures: DocumentFailure[]; error: unknown }[] = []
  for (const [done, source] of sources.entries()) {
    signal.throwIfAborted()
    tell({ type: 'progress', stage: 'loading', done, total: sources.length, document: source.loader_name })
    try {
      const now = await readPassages(opener, store, source, signal)
      const isWhole = now.failures.length === 0
      const stored = await passages.places(source)
      const compared = await comparePassages(stored, now.passages, { isWhole })
      for (const failure of now.failures) failures.push(failure)
      read.push({ source, compared, failures: now.failures })
    } catch (error) {
      signal.throwIfAborted()
      const failure = failureOf(source.loader_name, error)
      unread.push({ sourceId: source.id, failures: [failure], error })
      failures.push(failure)
    }
  }
  // What was read is worth keeping; where nothing was, the first reason is the answer.
  const [first] = unread
  if (read.length === 0 && first) throw first.error
  tell({ type: 'progress', stage: 'loading', done: sources.length, total: sources.length })
  return { read, unread, failures }
}

/** Keeps what is new, unseen until the load is whole, and drops what an earlier load left unseen. */
async function keepComing(loading: Loading, read: readonly SourceRead[], failures: DocumentFailure[]): Promise<void> {
  const { store, passages } = loading
  const wanted = new Set(read.flatMap(({ compared }) => compared.coming.map(({ id }) => id)))
  await drop(loading, 'coming', {
    isWanted: ({ id }) => wanted.has(id),
    onLost: (error) => failures.push(failureOf('Old vectors', error)),
  })
  for (const { source, compared } of read) {
    await passages.insertComing(
      compared.coming.map((passage): PassageRow => ({
        ...passage,
        store_id: store.id,
        source_id: source.id,
        is_on: 1,
        is_edited: 0,
        state: 'coming',
        indexed: 0,
      })),
    )
  }
}

/** Embeds, or copies, what the index does not hold yet; each batch is safe before the next begins. */
async function index(loading: Loading, failures: DocumentFailure[]): Promise<ReturnType<typeof targetIndex>> {
  const { store, stores, passages, opener, signal, tell, checkpoint } = loading
  const target = targetIndex(store)
  const { generation } = target
  // What a load that was stopped left elsewhere; a place that cannot be reached any more keeps none from being left.
  if (target.abandoned) {
    await forgetGeneration(loading, target.abandoned).catch((error: unknown) =>
      failures.push(failureOf('Old vectors', error)),
    )
  }
  const next = target.isNew ? JSON.stringify({ built: target.built, generation }) : null
  if (next !== store.index_next) await stores.update(store.id, { index_next: next })
  loading.store = { ...store, index_next: next }
  const total = await passages.countUnindexed(store.id, generation)
  if (total === 0) return target
  const refused = new Set<string>()
  const open = await opener.index(store, target, signal)
  const atHand = createVectorsAtHand(loading, target, (error) => failures.push(failureOf('Old vectors', error)))
  for (let done = 0; ;) {
    signal.throwIfAborted()
    const found = await passages.unindexed(store.id, generation, BATCH + refused.size)
    const rows = found.filter(({ id }) => !refused.has(id)).slice(0, BATCH)
    const [first] = rows
    if (!first) break
    const vectors = await atHand(rows)
    const stage = vectors.size === rows.length ? 'copying' : 'embedding'
    tell({ type: 'progress', stage, done, total, document: first.document })
    await passages.markTried(rows.map(({ id }) => id))
    const added = new Set(
      await addBatch(open, { rows, generation, vectors }, (row, error) => {
        refused.add(row.id)
        failures.push(failureOf(row.document, error))
      }),
    )
    // An edit that failed may put the words of before back at any moment: such a passage is embedded in the next round.
    const gone = await passages.markIndexed(
      rows.filter(({ id }) => added.has(id)),
      generation,
    )
    if (gone.length > 0) await removeFromIndex(open, gone, generation)
    done += rows.length
    await checkpoint()
  }
  tell({ type: 'progress', stage: 'storing', done: total, total })
  return target
}

/** A passage that the model refuses keeps no other from being embedded. */
async function addBatch(
  open: OpenIndex,
  { rows, ...how }: { rows: readonly PassageRow[]; generation: number; vectors: KnownVectors },
  onRefused: (row: PassageRow, error: unknown) => void,
): Promise<string[]> {
  try {
    await addToIndex(open, rows, how)
    return rows.map(({ id }) => id)
  } catch (error) {
    if (!isAboutText(error)) throw error
  }
  const added: string[] = []
  for (const row of rows) {
    try {
      await addToIndex(open, [row], how)
      added.push(row.id)
    } catch (error) {
      if (!isAboutText(error)) throw error
      onRefused(row, error)
    }
  }
  // All alike: it is not about the texts.
  if (added.length === 0 && rows.length > 1)
    throw new NodeError('The embedding model rejected every chunk.', {
      code: 'bad-input',
      hint: "Check the knowledge base's embedding model.",
    })
  return added
}

function isAboutText(error: unknown): boolean {
  return error instanceof NodeError && error.code === 'bad-input'
}

/** Deletes what earlier loads replaced: first its vectors, then its rows, so that nothing is forgotten half-way. */
async function deleteGoing(loading: Loading, onLost?: (error: unknown) => void): Promise<void> {
  await drop(loading, 'going', { onLost })
}

/** `onLost` hears of an index that nobody wants any more and that cannot be reached: the rest goes on without it. */
async function drop(
  loading: Pick<Loading, 'store' | 'passages' | 'opener'>,
  state: 'coming' | 'going',
  {
    isWanted = () => false,
    onLost,
  }: { isWanted?: (row: IndexedId) => boolean; onLost?: ((error: unknown) => void) | undefined } = {},
): Promise<void> {
  const { store, passages, opener } = loading
  const lost = new Set<number>()
  for await (const some of passages.idsIn({ storeId: store.id }, [state])) {
    const left = some.filter((row) => !isWanted(row))
    const ids = left.filter(({ indexed }) => indexed !== 0).map(({ id }) => id)
    for (const index of ids.length === 0 ? [] : filledIndexes(store)) {
      if (lost.has(index.generation)) continue
      try {
        // Not the load's own signal: what was stopped is taken back all the same.
        const open = await opener.index(store, index, AbortSignal.timeout(DROP_MS))
        await removeFromIndex(open, ids, index.generation)
      } catch (error) {
        if (!onLost || !index.isAbandoned) throw error
        lost.add(index.generation)
        onLost(error)
      }
    }
    await passages.deleteRows(left.map(({ id }) => id))
  }
}

const DROP_MS = 120_000

async function deleteOldIndex(loading: Loading): Promise<void> {
  const old = searchedIndex(loading.store)
  if (old) await forgetGeneration(loading, old)
}

/** Deletes everything that one generation of the index holds. */
async function forgetGeneration({ store, passages, opener }: Loading, old: IndexNumber): Promise<void> {
  for await (const some of passages.idsIn({ storeId: store.id }, ['live', 'coming', 'going'])) {
    const open = await opener.index(store, old, AbortSignal.timeout(DROP_MS))
    await removeFromIndex(
      open,
      some.map(({ id }) => id),
      old.generation,
    )
  }
}

/** A load that is over for good leaves nothing behind. What cannot be deleted now, the next load deletes. */
async function takeBack(loading: Loading): Promise<void> {
  const { job, store, undos, forgetFiles } = loading
  const { undo } = job
  try {
    await drop(loading, 'coming')
    // A store that was made for the load has its run, and with it the reason: it goes once that was heard.
    if (!undo || undo.isMade) return
    // Before its end is told: until then nobody else can begin to load what is about to go.
    await undos.takeBack({ jobId: job.runId, storeId: store.id, undo }, job.runId)
    await forgetFiles(undo.files)
  } catch {
    // A source whose vectors are out of reach stays, so that somebody knows of them. Why the load failed is what is told.
  }
}

/** Whether a load that was killed while it was taken back is begun again: it would find nothing to load, and call that done. */
async function isTakenBack({ flowId, undo }: KnowledgeJob, stores: Loading['stores']): Promise<boolean> {
  if (!undo) return false
  const dates = new Map((await stores.sources(flowId)).map(({ id, updated_date: date }) => [id, date]))
  return undo.sources.some(({ id, updatedDate, before }) => {
    const date = dates.get(id)
    return date === undefined || (date !== updatedDate && date === before?.updated_date)
  })
}

function resultOf(read: readonly SourceRead[], failures: readonly DocumentFailure[]): UpsertResult {
  const result = { numAdded: 0, numUpdated: 0, numSkipped: 0, numDeleted: 0 }
  for (const { compared } of read) {
    const added = new Set(compared.documents.added)
    const numAdded = compared.coming.filter(({ document }) => added.has(document)).length
    result.numAdded += numAdded
    result.numUpdated += compared.coming.length - numAdded
    result.numSkipped += compared.unchanged
    result.numDeleted += compared.gone.length
  }
  return { ...result, addedDocs: [], failures: failures.slice(0, KEPT_FAILURES) }
}

function takenOver(): NodeError {
  return new NodeError('The knowledge base was deleted, or another load has started.', {
    code: 'refused',
    hint: 'Open the knowledge base and load it again if necessary.',
  })
}
