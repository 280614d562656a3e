import { aKind, endingNodes, givesKind, nounOfKind, replacementFor, type Flow, type ValueKind } from '@chatwright/core'
import type { Catalogue } from './catalogue.ts'
import type { DrawnNode, Drawing } from './drawing.ts'
import { FlowError } from './flow-error.ts'
import { orderNeeded } from './order.ts'

/** Which value of a flow is asked for. */
export interface Wanted<Kind extends ValueKind = ValueKind> {
  want: Kind
  /** Whose, when several nodes give one. */
  nodeId?: string
}

interface Place {
  flow: Flow
  catalogue: Catalogue
  drawing: Drawing
}

/**
 * The nodes whose values are wanted: what can answer, best first; every memory the answer uses, perhaps none; the model
 * nearest to the answer; of any other kind the only one. Throws when there is none, or nothing says which.
 */
export function findWanted({ want, nodeId }: Wanted, place: Place): string[] {
  const givers = [...place.drawing.nodes.values()].filter((drawn) => gives(drawn, want))
  if (nodeId !== undefined) return [named(givers, { want, nodeId })]
  if (want === 'chat') return liveEndings(place)
  if (want === 'chat-model') return [nearest(want, place)]
  if (want === 'memory') {
    const needed = new Set(orderNeeded(place.drawing, liveEndings(place)))
    return givers.flatMap(({ id }) => (needed.has(id) ? [id] : []))
  }
  return [only(givers, want)]
}

export function unknownNode({ id, node }: DrawnNode): FlowError {
  const instead = replacementFor(node.data.name)
  return new FlowError('unknown-node', `The node "${node.data.name}" isn't installed on this server.`, {
    hint:
      instead === undefined
        ? `Replace "${node.data.label}" with a node from the palette, or install its package.`
        : `Use ${instead} instead of "${node.data.label}".`,
    nodeId: id,
    nodeLabel: node.data.label,
  })
}

function gives({ description, output }: DrawnNode, kind: ValueKind): boolean {
  return description !== undefined && givesKind(description, kind, output)
}

function named(givers: readonly DrawnNode[], { want, nodeId }: Required<Wanted>): string {
  if (givers.length === 0) throw nothing(want)
  const found = givers.find(({ id }) => id === nodeId)
  if (found) return found.id
  throw new FlowError('not-there', `This flow doesn't have ${aKind(want)} with the ID "${nodeId}".`, {
    hint: `Use one of: ${givers.map(({ id }) => id).join(', ')}.`,
    nodeId,
  })
}

function only(givers: readonly DrawnNode[], want: ValueKind): string {
  const [first] = givers
  if (!first) throw nothing(want)
  if (givers.length === 1) return first.id
  const ids = givers.map(({ id }) => id).join(', ')
  throw new FlowError('several', `This flow has more than one ${nounOfKind(want)}.`, {
    hint: want === 'vector-store' ? `Choose one with "stopNodeId": ${ids}.` : `Choose one by its ID: ${ids}.`,
    nodeId: first.id,
    nodeLabel: first.node.data.label,
  })
}

function nothing(want: ValueKind): FlowError {
  return new FlowError('not-there', `This flow doesn't have ${aKind(want)}.`, {
    hint:
      want === 'vector-store'
        ? 'Add a vector store, then connect documents and an embedding model to it.'
        : `Add ${aKind(want)}.`,
  })
}

/** Nearest to the answer: models further off write titles, rephrase or judge. */
function nearest(want: ValueKind, place: Place): string {
  const near = new Set(liveEndings(place).slice(0, 1))
  // A set is walked in insertion order, also over what is added meanwhile: breadth first.
  for (const id of near) {
    const drawn = place.drawing.nodes.get(id)
    if (drawn && gives(drawn, want)) return id
    for (const { source } of drawn?.incoming ?? []) near.add(source)
  }
  throw nothing(want)
}

/** The best ending; and when a branch decides whether it is alive, the ones that may be alive in its place. */
function liveEndings({ flow, catalogue, drawing }: Place): string[] {
  const index = { describe: (name: string) => catalogue.describe(name), aliasOf: () => undefined }
  const endings = endingNodes(flow, index).map(({ id }) => id)
  if (endings.length === 0) throw noEnding(drawing)
  const firstCertain = endings.findIndex((id) => !hangsOnFork(drawing, id))
  return firstCertain === -1 ? endings : endings.slice(0, firstCertain + 1)
}

function hangsOnFork({ nodes }: Drawing, id: string): boolean {
  const seen = new Set([id])
  for (const current of seen) {
    const drawn = nodes.get(current)
    if (drawn?.description?.traits?.branches) return true
    for (const { source } of drawn?.incoming ?? []) seen.add(source)
  }
  return false
}

function noEnding(drawing: Drawing): FlowError {
  if (drawing.nodes.size === 0) {
    return new FlowError('empty', 'This flow is empty.', { hint: 'Add a chain or an agent.' })
  }
  const nodes = [...drawing.nodes.values()]
  const unknown = nodes.find(({ description, isTaken }) => !description && !isTaken)
  if (unknown) return unknownNode(unknown)
  const other = nodes.find(({ description }) => description?.traits?.answers)
  // A chain in a circle feeds another node too; what is wrong with it is the circle, which this throws.
  if (other) orderNeeded(drawing, [other.id])
  return new FlowError('no-ending', 'No node in this flow can answer a question.', {
    hint: other
      ? `On "${other.node.data.label}", choose the output that has the node's own name, and don't connect it to another chain.`
      : 'End the flow with a chain or an agent.',
    ...(other && { nodeId: other.id, nodeLabel: other.node.data.label }),
  })
}
