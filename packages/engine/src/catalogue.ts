import type { NodeDefinition, NodeDescription } from '@chatwright/core'

/** What the engine asks of a catalogue: descriptions at once, a node's code when a flow first needs it. */
export interface Catalogue {
  describe(nodeName: string): NodeDescription | undefined
  loadNode(nodeName: string): Promise<NodeDefinition>
}
