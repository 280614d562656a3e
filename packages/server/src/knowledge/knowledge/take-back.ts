import { AppError, type Job } from '@chatwright/contract'
import { idBefore } from '../../ground/db/new-id.ts'
import type { ForgetFiles } from './kept-files.ts'
import { isActive, type KnowledgeJobs } from './knowledge-jobs.ts'
import type { KnowledgeService } from './knowledge-service.ts'
import type { KnowledgeStore, SourceRow, StoreRow } from './knowledge-store.ts'
import { isLeftBy, type LeftUndo, type UndoStore } from './undo-store.ts'
import { every } from '../../ground/every.ts'

export type TakeBack = ReturnType<typeof createTakeBack>

interface TakeBackDependencies {
  stores: Pick<KnowledgeStore, 'find' | 'sources'>
  undos: Pick<UndoStore, 'find' | 'all' | 'forget' | 'takeBack'>
  jobs: Pick<KnowledgeJobs, 'find'>
  knowledge: Pick<KnowledgeService, 'withoutVectors' | 'indexedIn' | 'deletePassages' | 'forgetFilesOf'>
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
    const found = store ? await stores.sources(storeId) : []
    const indexed = async function* (of: StoreRow) {
      for (const source of await stores.sources(of.id))
        if (isLeftBy(left, source, of.load_job)) yield* knowledge.indexedIn(of, source.id)
    }
    // A store that was made for it and that somebody else loads by now is theirs.
    if (store && (!undo.isMade || store.load_job === jobId)) {
      const isLeft = (source: SourceRow) => isLeftBy(left, source, store.load_job)
      await knowledge.withoutVectors(storeId, {
        indexed,
        each: knowledge.deletePassages(storeId),
        work: (lastLoad) => undos.takeBack(left, lastLoad),
        // Where all of a store goes, nobody misses an index that is out of reach.
        isForced: undo.isMade === true && found.every(isLeft),
      })
      await knowledge.forgetFilesOf(found.filter(isLeft))
    }
    await forgetFiles(undo.files)
    await undos.forget(jobId)
  }

  /** Whether nothing is left to do. A worker of an older version does not say when what a load was begun with is to stay. */
  const isSettled = async (jobId: string, job: Job | null): Promise<boolean> => {
    if (job?.state !== 'done') return false
    await undos.forget(jobId)
    return true
  }

  return {
    /** Of one load. What another load is in the way of is left for later. */
    async of(jobId: string): Promise<void> {
      const left = await undos.find(jobId)
      if (!left) return
      const job = await jobs.find(jobId)
      if ((job && isActive(job)) || (await isSettled(jobId, job))) return
      await takeBack(left).catch((error: unknown) => {
        if (!isLoading(error)) throw error
      })
    },

    /** Of every load whose reader is gone, or that could not be taken back before. */
    async ofAll(onFault: (error: unknown) => void): Promise<void> {
      for (const left of await undos.all()) {
        const job = await jobs.find(left.jobId)
        if (await isSettled(left.jobId, job)) continue
        const at = now().getTime()
        const endedMs = job?.endedDate ? at - Date.parse(job.endedDate) : Infinity
        if (job && (isActive(job) || endedMs < PATIENCE_MS)) continue
        try {
          await takeBack(left)
        } catch (error) {
          if (isLoading(error)) continue
          onFault(error)
          // Where its run is gone, its id still says when it began.
          const isOld = job ? endedMs > GIVEN_UP_MS : left.jobId < idBefore(new Date(at - GIVEN_UP_MS))
          if (isOld) await undos.forget(left.jobId)
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
  return every(EVERY_MS, takeBack, { onFault })
}
