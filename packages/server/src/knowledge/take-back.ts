import { AppError } from '@chatwright/contract'
import type { ForgetFiles } from './kept-files.ts'
import { isActive, type KnowledgeJobs } from './knowledge-jobs.ts'
import type { KnowledgeService } from './knowledge-service.ts'
import type { KnowledgeStore, StoreRow } from './knowledge-store.ts'
import type { LeftUndo, UndoStore } from './undo-store.ts'

export type TakeBack = ReturnType<typeof createTakeBack>

interface TakeBackDependencies {
  stores: Pick<KnowledgeStore, 'find' | 'sources'>
  undos: Pick<UndoStore, 'find' | 'all' | 'forget' | 'takeBack'>
  jobs: Pick<KnowledgeJobs, 'find'>
  knowledge: Pick<KnowledgeService, 'withoutVectors' | 'indexedIn' | 'remove'>
  forgetFiles: ForgetFiles
  now: () => Date
}

/** Whoever waits for a load hears first why it failed. */
const PATIENCE_MS = 60_000
/** An index that is out of reach for so long stays so; its source stays too, so that somebody knows of it. */
const GIVEN_UP_MS = 86_400_000

/** Takes back what loads were begun with that came to nothing, where the load itself could not. */
export function createTakeBack({ stores, undos, jobs, knowledge, forgetFiles, now }: TakeBackDependencies) {
  const takeBack = async (left: LeftUndo): Promise<void> => {
    const { jobId, storeId, undo } = left
    const store = await stores.find(storeId)
    const made = new Map(undo.sources.flatMap(({ id, updatedDate, before }) => (before ? [] : [[id, updatedDate]])))
    const indexed = async (of: StoreRow) => {
      const found = await stores.sources(of.id)
      const mine = found.filter(({ id, updated_date: date }) => made.get(id) === date)
      const ids = []
      for (const { id } of mine) ids.push(await knowledge.indexedIn(of, id))
      return ids.flat()
    }
    if (store && !undo.isMade)
      await knowledge.withoutVectors(storeId, { indexed, work: (lastLoad) => undos.takeBack(left, lastLoad) })
    // A store that somebody else loads by now is theirs.
    else if (store?.load_job === jobId) await knowledge.remove(store, { isForced: true })
    await forgetFiles(undo.files)
    await undos.forget(jobId)
  }

  return {
    /** Of one load. What another load is in the way of is left for later. */
    async of(jobId: string): Promise<void> {
      const left = await undos.find(jobId)
      const job = left && (await jobs.find(jobId))
      if (!left || (job && isActive(job))) return
      await takeBack(left).catch((error: unknown) => {
        if (!isLoading(error)) throw error
      })
    },

    /** Of every load whose reader is gone, or that could not be taken back before. */
    async ofAll(onFault: (error: unknown) => void): Promise<void> {
      for (const left of await undos.all()) {
        const job = await jobs.find(left.jobId)
        const endedMs = job?.endedDate ? now().getTime() - Date.parse(job.endedDate) : Infinity
        if (job && (isActive(job) || endedMs < PATIENCE_MS)) continue
        try {
          await takeBack(left)
        } catch (error) {
          if (isLoading(error)) continue
          onFault(error)
          if (endedMs > GIVEN_UP_MS) await undos.forget(left.jobId)
        }
      }
    },
  }
}

function isLoading(error: unknown): boolean {
  return error instanceof AppError && error.code === 'knowledge-loading'
}

const EVERY_MS = 120_000

/** Looks while the server runs. Returns how to stop. */
export function keepTakingBack(takeBack: () => Promise<void>, onFault: (error: unknown) => void): () => void {
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    takeBack()
      .catch(onFault)
      .finally(() => (isLooking = false))
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
