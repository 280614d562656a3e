import { toSource } from './knowledge-views.ts'
import type { KnowledgeStore } from './knowledge-store.ts'
import type { PassageStore } from './passage-store.ts'

/** Knowledge bases as texts to read, source by source. */
export interface KnowledgeTexts {
  list(): Promise<KnowledgeText[]>
  /** The beginning of a source, as its passages have it. */
  read(storeId: string, sourceId: string): Promise<{ text: string; isCut: boolean } | undefined>
}

export interface KnowledgeText {
  storeId: string
  sourceId: string
  name: string
  description: string
}

/** As long as the answer of a tool. */
const MOST_CHARACTERS = 60_000
const PAGE = 50
const MOST_SOURCES = 500

export function createKnowledgeTexts({
  stores,
  passages,
}: {
  stores: Pick<KnowledgeStore, 'names' | 'sourcesOf' | 'findSource' | 'find'>
  passages: Pick<PassageStore, 'page'>
}): KnowledgeTexts {
  return {
    async list() {
      const names = await stores.names()
      const known = new Map(names.map((store) => [store.id, store]))
      const sources = await stores.sourcesOf([...known.keys()])
      return sources.slice(0, MOST_SOURCES).map((row) => {
        const store = known.get(row.store_id)
        const { source, loaderName } = toSource(row)
        return {
          storeId: row.store_id,
          sourceId: row.id,
          name: `${store?.name ?? ''}: ${source || loaderName}`,
          description: store?.description ?? '',
        }
      })
    },

    async read(storeId, sourceId) {
      const source = await stores.findSource(sourceId)
      // One that is being deleted is there no more.
      if (source?.store_id !== storeId || !(await stores.find(storeId))) return undefined
      const texts: string[] = []
      let characters = 0
      for (let offset = 0; ; offset += PAGE) {
        const rows = await passages.page({ storeId, sourceId }, { limit: PAGE, offset })
        for (const { content, is_on: isOn } of rows) {
          if (isOn !== 1) continue
          if (characters + content.length > MOST_CHARACTERS) return { text: texts.join('\n\n'), isCut: true }
          characters += content.length
          texts.push(content)
        }
        if (rows.length < PAGE) return { text: texts.join('\n\n'), isCut: false }
      }
    },
  }
}
