import type { LocalModelServer } from '@chatwright/contract'
import type { Flow, NodeDescription } from '@chatwright/core'

import { drawFlow } from '../../../lib/draw-flow.ts'

export interface LocalModel {
  server: LocalModelServer
  model: string
}

/** A conversation, with memory, with a model that runs on this machine. */
export function localModelFlow(catalogue: readonly NodeDescription[], { server, model }: LocalModel): Flow {
  const { nodeName, addressInput, address } = server
  return drawFlow(catalogue, [
    { do: 'add', node: nodeName, at: { x: 0, y: 0 }, inputs: { [addressInput]: address, modelName: model } },
    { do: 'add', node: 'bufferMemory', at: { x: 0, y: 180 } },
    { do: 'add', node: 'conversationChain', at: { x: 320, y: 48 } },
    { do: 'connect', from: `${nodeName}_0`, to: 'conversationChain_0.model' },
    { do: 'connect', from: 'bufferMemory_0', to: 'conversationChain_0.memory' },
  ])
}
