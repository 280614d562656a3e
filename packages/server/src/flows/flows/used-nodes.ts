import type { ExecutionFlow } from '@chatwright/contract'
import type { Flow, NodeDescription } from '@chatwright/core'

/** The declarations of the nodes in a flow, each once. */
export function usedNodes(
  { nodes }: Pick<Flow, 'nodes'>,
  describe: (nodeName: string) => NodeDescription | undefined,
): ExecutionFlow['nodes'] {
  const names = new Set(nodes.map(({ data }) => data.name))
  return [...names].flatMap((name) => {
    const description = describe(name)
    return description ? [{ ...description }] : []
  })
}
