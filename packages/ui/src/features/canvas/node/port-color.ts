import { color } from '../../../theme/tokens.ts'
import type { PortKind } from '../model/port-kinds.ts'

export const portColor: Readonly<Record<PortKind, string>> = {
  model: color.portModel,
  memory: color.portMemory,
  document: color.portDocument,
  embedding: color.portEmbedding,
  retriever: color.portRetriever,
  tool: color.portTool,
  prompt: color.portPrompt,
  chain: color.portChain,
}
