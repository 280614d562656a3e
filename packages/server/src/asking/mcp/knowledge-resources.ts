import { fence } from './fence.ts'
import type { McpResources } from './mcp-offer.ts'

/** What of knowledge bases can be read as text. */
export interface ReadKnowledge {
  list(): Promise<{ storeId: string; sourceId: string; name: string; description: string }[]>
  read(storeId: string, sourceId: string): Promise<{ text: string; isCut: boolean } | undefined>
}

const SCHEME = 'chatwright://knowledge/'
const CUT = '\n\n[The rest of this source is left out. Search the knowledge base for it.]'

/** The sources of knowledge bases, for those who may read them. */
export function knowledgeResources({ list, read }: ReadKnowledge): McpResources {
  return {
    async list() {
      const sources = await list()
      return sources.map(({ storeId, sourceId, name, description }) => ({
        uri: `${SCHEME}${storeId}/${sourceId}`,
        name: name.slice(0, 200),
        ...(description !== '' && { description: description.slice(0, 1000) }),
        mimeType: 'text/plain',
      }))
    },

    async read(uri) {
      const [, storeId, sourceId] = /^chatwright:\/\/knowledge\/([\w.:-]{1,64})\/([\w.:-]{1,64})$/.exec(uri) ?? []
      const found = storeId !== undefined && sourceId !== undefined ? await read(storeId, sourceId) : undefined
      return found && { mimeType: 'text/plain', text: fence(found.isCut ? `${found.text}${CUT}` : found.text) }
    },
  }
}
