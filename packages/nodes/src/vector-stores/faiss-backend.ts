import { NodeError, type NodeContext } from '@chatwright/core'
import { readFaissFiles, writeFaissFiles } from './faiss-files.ts'
import { memoryBackend } from './memory-backend.ts'
import type { VectorBackend } from './vector-backend.ts'

const SAVED_INDEXES = 'faiss-indexes'

interface Saved {
  index: string
  docstore: string
}

interface Loaded {
  /** Which saved state is in memory; the folder's own files when there is none. */
  state: string
  records: ReturnType<typeof memoryBackend>
}

/**
 * A FAISS index in memory. It is read from the folder until documents are loaded here; from then on from this
 * product's file store, because flows may read the operator's folder but not write to it.
 */
export function faissBackend(
  { files, records }: Pick<NodeContext, 'files' | 'records'>,
  basePath: string,
): VectorBackend {
  const folder = basePath.replace(/(?<!\/)\/+$/, '')
  let loading: Promise<Loaded> | undefined

  const load = async (state: string): Promise<Loaded> => {
    const saved = state === '' ? undefined : (JSON.parse(state) as Saved)
    if (saved) {
      const [index, docstore] = await Promise.all([files.open(saved.index), files.open(saved.docstore)])
      return { state, records: memoryBackend(readFaissFiles({ index: index.bytes, docstore: docstore.bytes })) }
    }
    const [index, docstore] = await Promise.all([
      files.read(`${folder}/faiss.index`),
      files.read(`${folder}/docstore.json`),
    ])
    return { state, records: memoryBackend(readFaissFiles({ index: index.bytes, docstore: docstore.bytes })) }
  }

  const current = async (): Promise<Loaded> => {
    const state = (await records.get(SAVED_INDEXES, folder)) ?? ''
    const known = await loading?.catch(() => undefined)
    if (known?.state === state) return known
    loading = load(state).catch(async (error: unknown) => {
      // Somebody else stored more meanwhile, and forgot the files of before.
      const newer = (await records.get(SAVED_INDEXES, folder)) ?? ''
      if (newer === state) throw error
      return load(newer)
    })
    return loading
  }

  const save = async (next: ReturnType<typeof memoryBackend>): Promise<void> => {
    const before = await records.get(SAVED_INDEXES, folder)
    const { index, docstore } = writeFaissFiles(next.all())
    const saved: Saved = {
      index: await files.save({ name: 'faiss.index', mimeType: 'application/octet-stream', bytes: index }),
      docstore: await files.save({ name: 'docstore.json', mimeType: 'application/json', bytes: docstore }),
    }
    const state = JSON.stringify(saved)
    await records.set(SAVED_INDEXES, folder, state)
    loading = Promise.resolve({ state, records: next })
    if (before === undefined) return
    const old = JSON.parse(before) as Saved
    await Promise.all([files.forget(old.index), files.forget(old.docstore)])
  }

  /** Nothing there yet is no mistake when documents are about to be loaded. */
  const currentOrEmpty = async (): Promise<ReturnType<typeof memoryBackend>> => {
    try {
      return (await current()).records
    } catch (error) {
      if (error instanceof NodeError && error.code === 'unsupported') throw error
      return memoryBackend()
    }
  }

  return {
    async put(added, run) {
      const next = await currentOrEmpty()
      await next.put(added, run)
      await save(next)
    },
    async search(vector, search, run) {
      return (await current()).records.search(vector, search, run)
    },
    async stored(ids, run) {
      return (await (await currentOrEmpty()).stored?.(ids, run)) ?? []
    },
    async delete(ids, run) {
      const next = await currentOrEmpty()
      await next.delete(ids, run)
      await save(next)
    },
  }
}
