import { standingOf } from '@chatwright/core'

import type { PaletteEntry } from './palette-search.ts'

/** What most flows are built with, each before its like. Whoever uses others finds those first from then on. */
const USUAL = [
  'chatOpenAI',
  'chatAnthropic',
  'chatGoogleGenerativeAI',
  'chatOllama',
  'bufferMemory',
  'conversationChain',
  'toolAgent',
  'conversationalRetrievalQAChain',
  'llmChain',
  'memoryVectorStore',
  'openAIEmbeddings',
  'pdfFile',
  'textFile',
  'recursiveCharacterTextSplitter',
  'chatPromptTemplate',
  'promptTemplate',
  'calculator',
  'customTool',
  'retrieverTool',
  'agentAgentflow',
  'llmAgentflow',
  'conditionAgentflow',
  'toolAgentflow',
  'directReplyAgentflow',
]

/** Fewer entries than this are seen at a glance anyway. */
const ENOUGH = 8
const MOST = 5

/** Of what fits a port, what is most likely meant: recently used, found on this machine, usual; never what is outdated. */
export function bestFits(entries: readonly PaletteEntry[], recent: readonly string[]): PaletteEntry[] {
  if (entries.length < ENOUGH) return []
  const rank = ({ description, inputs }: PaletteEntry): number => {
    const standing = standingOf(description)
    if (standing < 0) return 0
    const used = recent.indexOf(description.name)
    if (used >= 0) return 2000 - used
    if (inputs) return 1000
    const usual = USUAL.indexOf(description.name)
    return usual >= 0 ? 500 - usual : 0
  }
  return entries
    .filter((entry) => rank(entry) > 0)
    .toSorted((a, b) => rank(b) - rank(a))
    .slice(0, MOST)
}
