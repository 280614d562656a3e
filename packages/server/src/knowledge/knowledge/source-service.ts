import { AppError, type KnowledgeCheck, type PreviewValues, type SourceValues } from '@chatwright/contract'
import { NodeError, type FileAccess, type NodeDescription } from '@chatwright/core'
import type { Catalogue } from '@chatwright/nodes'
import { randomUUID } from 'node:crypto'
import { comparePassages } from './compare-passages.ts'
import { explainFault } from './explain-fault.ts'
import { keepFiles, type ForgetFiles } from './kept-files.ts'
import type { KnowledgeService } from './knowledge-service.ts'
import { settingsOf, type KnowledgeStore, type SourceRow, type SourceSettings } from './knowledge-store.ts'
import { toSource } from './knowledge-views.ts'
import { requireNode, type ComponentOpener } from './open-components.ts'
import type { PassageStore } from './passage-store.ts'
import { failureOf, readDocuments, readPassages } from './read-source.ts'
import { revisionOfSource } from './revisions.ts'

/** A source as it would be stored. */
export interface PreparedSource {
  row: SourceRow
  before: SourceRow | undefined
  /** Ids of the files that were kept for it just now. */
  added: string[]
}

export type SourceService = ReturnType<typeof createSourceService>

interface SourceDependencies {
  stores: KnowledgeStore
  passages: PassageStore
  opener: ComponentOpener
  catalogue: Catalogue
  knowledge: Pick<KnowledgeService, 'requireStore' | 'forgetFilesOf'>
  files: Pick<FileAccess, 'open' | 'save' | 'forget'>
  forgetFiles: ForgetFiles
  now: () => Date
}

/** Somebody waits for these. */
const PREVIEW_MS = 60_000
const CHECK_MS = 300_000
const PREVIEWED = 20
const PREVIEWED_PAGES = 3
const WEB_LOADER = 'cheerioWebScraper'

/** Where the documents of stores come from, and a look at them before anything is stored. */
export function createSourceService({
  stores,
  passages,
  opener,
  catalogue,
  knowledge,
  files,
  forgetFiles,
  now,
}: SourceDependencies) {
  const requireSource = async (storeId: string, id: string): Promise<SourceRow> => {
    const row = await stores.findSource(id)
    if (row?.store_id !== storeId) throw new AppError('knowledge-source-not-found', { id })
    return row
  }

  const describe = (loaderId: string): NodeDescription => {
    requireNode(catalogue, loaderId, 'Document Loaders')
    const description = catalogue.describe(loaderId)
    if (!description) throw new AppError('node-not-found', { name: loaderId })
    return description
  }

  const requireNodes = ({ loaderId, splitterId }: Pick<SourceValues, 'loaderId' | 'splitterId'>): NodeDescription => {
    const description = describe(loaderId)
    if (splitterId) requireNode(catalogue, splitterId, 'Text Splitters')
    return description
  }

  const prepare = async (values: SourceValues): Promise<PreparedSource> => {
    const description = requireNodes(values)
    const before = values.id === undefined ? undefined : await stores.findSource(values.id)
    if (before && before.store_id !== values.storeId) {
      throw new AppError('knowledge-source-not-found', { id: values.id ?? '' })
    }
    refuseStale(before, values.basedOn)
    const kept = await keepFiles(values.loaderConfig, description, files).catch((error: unknown) => {
      throw explainFault(error)
    })
    const at = now().toISOString()
    const settings = JSON.stringify({ ...toSettings(values), loaderConfig: kept.config })
    const row: SourceRow = {
      id: values.id ?? randomUUID(),
      store_id: values.storeId,
      loader_id: values.loaderId,
      loader_name: values.loaderName?.trim() || description.label,
      settings,
      files: JSON.stringify(kept.files),
      failures: before?.failures ?? '[]',
      passages: before?.passages ?? 0,
      characters: before?.characters ?? 0,
      // Changed settings are not read yet.
      loaded_date: before?.settings === settings && before.loader_id === values.loaderId ? before.loaded_date : null,
      removed_by: null,
      created_date: before?.created_date ?? at,
      updated_date: at,
    }
    return { row, before, added: kept.added }
  }

  return {
    requireSource,
    requireNodes,
    describe,

    async findSource(id: string): Promise<SourceRow> {
      const row = await stores.findSource(id)
      if (!row) throw new AppError('knowledge-source-not-found', { id })
      return row
    },

    prepare,

    /** Files that it read before and does not read any more go. */
    async save(values: SourceValues): Promise<SourceRow> {
      await knowledge.requireStore(values.storeId)
      const { row, before, added } = await prepare(values)
      const isLeft = before !== undefined && before.files !== row.files
      try {
        // A load may be reading the files that would go.
        const how = { isAlone: isLeft }
        if (!before || values.basedOn === undefined) await stores.saveSource(row, how)
        else if (!(await stores.updateSourceAsRead(before, row, how))) refuseStale(await stores.findSource(row.id), '')
      } catch (error) {
        await forgetFiles(added)
        throw error
      }
      if (isLeft) await knowledge.forgetFilesOf([before])
      return row
    },

    view: toSource,

    /** What a source would give. Nothing is stored. */
    async preview(values: PreviewValues) {
      const store = await knowledge.requireStore(values.storeId)
      const stored =
        values.id === undefined || values.loaderConfig ? undefined : await requireSource(store.id, values.id)
      const loaderId = stored?.loader_id ?? values.loaderId ?? ''
      const description = describe(loaderId)
      const settings = stored ? settingsOf(stored) : toSettings({ ...values, loaderConfig: values.loaderConfig ?? {} })
      const limited = { ...settings, loaderConfig: fewPages(settings.loaderConfig, description) }
      const signal = AbortSignal.timeout(PREVIEW_MS)
      try {
        const { documents, failures } = await readDocuments(
          opener,
          store,
          { loaderId, settings: limited },
          { signal, isTrial: true },
        )
        const count = values.previewChunkCount ?? PREVIEWED
        const chunks = count < 0 ? documents : documents.slice(0, count)
        return {
          chunks: chunks.map(({ pageContent, metadata }) => ({ pageContent, metadata })),
          totalChunks: documents.length,
          previewChunkCount: chunks.length,
          failures,
        }
      } catch (error) {
        throw explainFault(signal.aborted ? tooSlow() : error)
      }
    },

    /** The pages that the web loader would read. Nothing is stored. */
    async links(loaderConfig: { url: string; relativeLinksMethod: string; limit: number }): Promise<string[]> {
      const settings = toSettings({ loaderConfig })
      const signal = AbortSignal.timeout(PREVIEW_MS)
      try {
        const { documents } = await readDocuments(
          opener,
          { id: WEB_LOADER, name: describe(WEB_LOADER).label },
          { loaderId: WEB_LOADER, settings },
          { signal, isTrial: true },
        )
        return [...new Set(documents.flatMap(({ metadata: { source } }) => (typeof source === 'string' ? source : [])))]
      } catch (error) {
        throw explainFault(signal.aborted ? tooSlow() : error)
      }
    },

    /** What reading sources again would change. Nothing is stored. */
    async check(storeId: string, wanted: readonly string[] | undefined): Promise<KnowledgeCheck> {
      const store = await knowledge.requireStore(storeId)
      const sources = (await stores.sources(storeId)).filter(({ id }) => wanted === undefined || wanted.includes(id))
      const signal = AbortSignal.timeout(CHECK_MS)
      const checked: KnowledgeCheck['sources'] = []
      let unchanged = 0
      for (const source of sources) {
        const about = { id: source.id, loaderName: source.loader_name }
        try {
          const read = await readPassages(opener, store, source, signal)
          const isWhole = read.failures.length === 0
          const stored = await passages.places(source)
          const { documents } = await comparePassages(stored, read.passages, { isWhole })
          const { added, changed, gone } = documents
          unchanged += documents.unchanged
          checked.push({ ...about, added, changed, gone, failures: read.failures })
        } catch (error) {
          const failure = failureOf(source.loader_name, signal.aborted ? tooSlow() : error)
          checked.push({ ...about, added: [], changed: [], gone: [], failures: [failure] })
        }
      }
      const sum = (of: 'added' | 'changed' | 'gone') => checked.reduce((total, each) => total + each[of].length, 0)
      return { sources: checked, added: sum('added'), changed: sum('changed'), gone: sum('gone'), unchanged }
    },
  }
}

/** Who read a source before somebody else changed or deleted it is told, and changes nothing. */
function refuseStale(before: SourceRow | undefined, basedOn: string | undefined): void {
  if (basedOn === undefined) return
  const revision = before ? revisionOfSource(before) : null
  if (revision !== basedOn) throw new AppError('knowledge-source-changed', { revision })
}

function toSettings(
  values: Pick<SourceValues, 'loaderConfig' | 'splitterId' | 'splitterName' | 'splitterConfig' | 'credential'>,
): SourceSettings {
  return {
    loaderConfig: values.loaderConfig,
    splitterId: values.splitterId ?? '',
    splitterName: values.splitterName ?? '',
    splitterConfig: values.splitterConfig ?? {},
    ...(values.credential !== undefined && values.credential !== '' && { credential: values.credential }),
  }
}

/** A look at a web site needs few of its pages. */
function fewPages(config: Record<string, unknown>, { inputs }: NodeDescription): Record<string, unknown> {
  if (!inputs.some(({ name }) => name === 'limit')) return config
  const asked = Number(config['limit'])
  return { ...config, limit: asked > 0 ? Math.min(asked, PREVIEWED_PAGES) : PREVIEWED_PAGES }
}

function tooSlow(): NodeError {
  return new NodeError("The documents couldn't be loaded in time.", {
    code: 'timeout',
    hint: 'Load the source in the background, or load fewer documents.',
  })
}
