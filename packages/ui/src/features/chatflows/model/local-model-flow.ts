import type { LocalModelServer } from '@chatwright/contract'
import { setInput } from '@chatwright/core'
import type { Flow, NodeDescription } from '@chatwright/core'

import { drawFlow } from './draw-flow.ts'

export interface LocalModel {
  server: LocalModelServer
  model: string
}

/** A conversation, with memory, with a model that runs on this machine. */
export function localModelFlow(catalogue: readonly NodeDescription[], { server, model }: LocalModel): Flow {
  const { nodeName, addressInput, address } = server
  const drawn = drawFlow(catalogue, {
    parts: [
      { name: nodeName, position: { x: 0, y: 0 } },
      { name: 'bufferMemory', position: { x: 0, y: 420 } },
      { name: 'conversationChain', position: { x: 396, y: 78 } },
    ],
    joins: [
      { from: nodeName, to: 'conversationChain', input: 'model' },
      { from: 'bufferMemory', to: 'conversationChain', input: 'memory' },
    ],
  })
  const withAddress = setInput(`${nodeName}_0`, addressInput, address)(drawn)
  return setInput(`${nodeName}_0`, 'modelName', model)(withAddress)
}
