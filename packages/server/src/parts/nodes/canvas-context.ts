import { NodeError, type NodeContext } from '@chatwright/core'
import type { FlowUsage } from '../flow-usage/flow-usage.ts'

/** What a node may do while it loads its choices: there is no conversation, and no flow runs. */
export function canvasContext(
  effects: Omit<NodeContext, 'flow' | 'flows' | 'history' | 'knowledge'> & {
    knowledge: Omit<NodeContext['knowledge'], 'search'>
  },
  usage: Pick<FlowUsage, 'names'>,
): NodeContext {
  return {
    ...effects,
    flow: { id: '', name: '' },
    knowledge: {
      ...effects.knowledge,
      search: () =>
        Promise.reject(new NodeError("Searching isn't possible while a list loads.", { code: 'unsupported' })),
    },
    history: { load: async () => [], clear: async () => undefined },
    flows: {
      list: () => usage.names(),
      ask: () => Promise.reject(new NodeError("A flow can't run while a list loads.", { code: 'unsupported' })),
    },
  }
}
