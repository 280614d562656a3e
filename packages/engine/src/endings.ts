import { endingNodes, type Flow } from '@chatwright/core'
import type { Catalogue } from './catalogue.ts'
import type { DrawnNode, Drawing } from './drawing.ts'
import { FlowError } from './flow-error.ts'
import { orderNeeded } from './order.ts'

/** Which nodes may answer, best first. Throws when none can. */
export function findEndings(flow: Flow, catalogue: Catalogue, drawing: Drawing): string[] {
  const index = { describe: (name: string) => catalogue.describe(name), aliasOf: () => undefined }
  const endings = endingNodes(flow, index)
  if (endings.length === 0) throw noEnding(drawing)
  return endings.map(({ id }) => id)
}

/** The vector store documents are loaded into: the named one, or the only one. */
export function findStore(drawing: Drawing, stopNodeId: string | undefined): string {
  const stores = [...drawing.nodes.values()].filter(({ description }) => description?.traits?.upserts)
  const [first] = stores
  if (!first) {
    throw new FlowError('no-store', 'The flow has no vector store to load documents into.', {
      hint: 'Add a vector store and connect documents and embeddings to it.',
    })
  }
  if (stopNodeId !== undefined) {
    const named = stores.find(({ id }) => id === stopNodeId)
    if (named) return named.id
    throw new FlowError('no-store', `The flow has no vector store with the id "${stopNodeId}".`, {
      hint: `Use one of: ${stores.map(({ id }) => id).join(', ')}.`,
      nodeId: stopNodeId,
    })
  }
  if (stores.length > 1) {
    throw new FlowError('several-stores', 'The flow has more than one vector store.', {
      hint: `Say which one with "stopNodeId": ${stores.map(({ id }) => id).join(', ')}.`,
      nodeId: first.id,
      nodeLabel: first.node.data.label,
    })
  }
  return first.id
}

function noEnding(drawing: Drawing): FlowError {
  if (drawing.nodes.size === 0) {
    return new FlowError('empty', 'The flow is empty.', { hint: 'Add a chain or an agent to it.' })
  }
  const nodes = [...drawing.nodes.values()]
  const unknown = nodes.find(({ description, isTaken }) => !description && !isTaken)
  if (unknown) return unknownNode(unknown)
  const other = nodes.find(({ description }) => description?.traits?.answers)
  // A chain in a circle feeds another node too; what is wrong with it is the circle, which this throws.
  if (other) orderNeeded(drawing, [other.id])
  return new FlowError('no-ending', 'No node of the flow can answer a question.', {
    hint: other
      ? `Choose the output of "${other.node.data.label}" that is the node itself, and let it feed no other chain.`
      : 'End the flow with a chain or an agent.',
    ...(other && { nodeId: other.id, nodeLabel: other.node.data.label }),
  })
}

export function unknownNode({ id, node }: DrawnNode): FlowError {
  return new FlowError('unknown-node', `This server does not know the node "${node.data.name}".`, {
    hint: `Replace "${node.data.label}" by a node from the palette, or install the package it comes from.`,
    nodeId: id,
    nodeLabel: node.data.label,
  })
}
