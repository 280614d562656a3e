import {
  checkSideBySide,
  parseInput,
  readRows,
  stepPolicy,
  type Flow,
  type FlowEdge,
  type FlowNode,
  type NodeDescription,
  type StepReference,
} from '@chatwright/core'
import type { Catalogue } from '../catalogue.ts'
import { FlowError } from '../flow-error.ts'
import { credentialOf, migrate } from '../make-plan.ts'
import { readStateRows, readStepInputs } from './read-step-inputs.ts'
import { referencesOf } from './step-references.ts'
import type { StepFlow, StepNode, StepPolicy } from './step-flow.ts'
import { CircleError, graphOf, type StepGraph } from './step-graph.ts'

/** Where a step goes on that failed for good. */
const ERROR_OUTPUT = 'error'

interface KnownNode {
  node: FlowNode
  description: NodeDescription
  /** The container it stands in. */
  parent: string | undefined
}

/** Makes an agent flow ready to run. Throws a FlowError that names the step at fault. */
export async function readStepFlow(flow: Flow, catalogue: Catalogue): Promise<StepFlow> {
  const known = knownNodes(flow, catalogue)
  const start = startOf(known)
  refuseMeetingLoops(flow, known)
  const nodes = await readNodes(known, catalogue)
  const edges = liftedEdges(flow.edges, known)
  const within = (parent: string | undefined, starts?: string[]): StepGraph => {
    const ids = [...known.values()].flatMap(({ node, parent: own }) => (own === parent ? node.id : []))
    const isTaken = ({ source, output }: Lifted): boolean =>
      known.get(source)?.parent === parent &&
      (output !== ERROR_OUTPUT || nodes.get(source)?.policy.onError === 'output')
    return drawn({
      ids,
      edges: edges.filter(isTaken),
      known,
      nodes,
      starts,
    })
  }
  const containers = [...known.values()].filter(({ description }) => description.traits?.step?.container)
  const references = referencesOf(nodes.values())
  return {
    catalogue,
    nodes,
    graph: within(undefined, [start.node.id]),
    inside: new Map(containers.map(({ node }) => [node.id, within(node.id)])),
    lists: listsOf(start),
    isParallel: isOn(start.node.data.inputs?.['startParallel']),
    usesHistory: references.some(wantsHistory),
    usesVariables: references.some(({ type }) => type === 'variable'),
  }
}

function knownNodes(flow: Flow, catalogue: Catalogue): Map<string, KnownNode> {
  const known = new Map<string, KnownNode>()
  for (const node of flow.nodes) {
    const description = catalogue.describe(node.data.name)
    if (description?.traits?.inert || node.type === 'stickyNote') continue
    if (!description) throw unknownStep(node)
    if (!description.traits?.step) throw noStep(node)
    known.set(node.id, { node, description, parent: undefined })
  }
  for (const entry of known.values()) {
    const parent = entry.node['parentNode']
    if (typeof parent !== 'string' || parent === '') continue
    if (!known.get(parent)?.description.traits?.step?.container) throw noContainer(entry.node)
    entry.parent = parent
  }
  return known
}

function startOf(known: ReadonlyMap<string, KnownNode>): KnownNode {
  const starts = [...known.values()].filter(({ description }) => description.traits?.step?.starts)
  const [start, other] = starts
  if (start && !other) return start
  throw other
    ? new FlowError('several', 'This flow has more than one Start step.', {
        hint: `Keep one, and delete "${other.node.data.label}".`,
        nodeId: other.node.id,
        nodeLabel: other.node.data.label,
      })
    : new FlowError('not-there', "This flow doesn't have a Start step.", {
        hint: 'Add a Start step and connect it to the first step.',
      })
}

/** Side by side there is no order in which two loops could come to one step. */
function refuseMeetingLoops(flow: Flow, known: ReadonlyMap<string, KnownNode>): void {
  const refused = checkSideBySide(flow, [...known.values()]).find(({ severity }) => severity === 'error')
  if (!refused) return
  const label = known.get(refused.nodeId ?? '')?.node.data.label
  throw new FlowError('several', refused.message, {
    hint: refused.fix,
    ...(refused.nodeId !== undefined && { nodeId: refused.nodeId }),
    ...(label !== undefined && { nodeLabel: label }),
  })
}

async function readNodes(known: ReadonlyMap<string, KnownNode>, catalogue: Catalogue): Promise<Map<string, StepNode>> {
  const isStep = (id: string): boolean => known.has(id)
  const read = await Promise.all(
    [...known.values()].map(async ({ node, description }): Promise<[string, StepNode]> => {
      const definition = await catalogue.loadNode(description.name)
      const values = migrate(definition, { node, inputs: node.data.inputs ?? {} })
      const place = { node, values, catalogue, isStep }
      return [
        node.id,
        {
          tag: { id: node.id, name: description.name, label: node.data.label },
          definition,
          credential: credentialOf({ node, description }),
          inputs: readStepInputs(description, place),
          stateRows: readStateRows(description, place),
          policy: policyOf(node),
        },
      ]
    }),
  )
  return new Map(read)
}

function policyOf({ data }: FlowNode): StepPolicy {
  const read = (name: keyof typeof stepPolicy) => parseInput({ name, ...stepPolicy[name] }, data.inputs?.[name])
  return {
    onError: read('onError') as StepPolicy['onError'],
    retries: read('retries') as number,
    text: (read('errorText') as string | undefined) ?? '',
  }
}

/** The keys of the state that are declared as lists. */
function listsOf({ node, description }: KnownNode): ReadonlySet<string> {
  const rows = readRows(node.data.inputs?.[description.traits?.step?.declaresState ?? '']) ?? []
  return new Set(rows.flatMap(({ key, type }) => (type === 'list' && typeof key === 'string' ? key.trim() : [])))
}

function wantsHistory(reference: StepReference): boolean {
  if (reference.type === 'request') return reference.name === 'chat_history'
  return reference.type === 'flow' && (reference.path[0] === 'messages' || reference.path[0] === 'chatHistory')
}

/** Files keep `true` and `"true"` alike. */
function isOn(value: unknown): boolean {
  return value === true || value === 'true'
}

interface Lifted {
  source: string
  target: string
  output: string
}

/** Edges over the border of a container lead to the container itself, or from it. */
function liftedEdges(edges: readonly FlowEdge[], known: ReadonlyMap<string, KnownNode>): Lifted[] {
  return edges.flatMap((edge) => {
    const source = known.get(edge.source)
    const target = known.get(edge.target)
    if (!source || !target) return []
    const output = edge.sourceHandle.slice(`${edge.source}-output-`.length)
    if (source.parent === target.parent) return [{ source: edge.source, target: edge.target, output }]
    const from = liftTo(source, target.parent)
    const to = liftTo(target, source.parent)
    return from === to ? [] : [{ source: from, target: to, output: from === edge.source ? output : '' }]
  })
}

/** The node, or its container where the other end stands elsewhere. */
function liftTo({ node, parent }: KnownNode, other: string | undefined): string {
  return parent === undefined || parent === other ? node.id : parent
}

function drawn({
  ids,
  edges,
  known,
  nodes,
  starts,
}: {
  ids: string[]
  edges: Lifted[]
  known: ReadonlyMap<string, KnownNode>
  nodes: ReadonlyMap<string, StepNode>
  starts: string[] | undefined
}): StepGraph {
  const decides = (id: string): boolean =>
    known.get(id)?.description.traits?.step?.decides !== undefined || nodes.get(id)?.policy.onError === 'output'
  try {
    return graphOf({ ids, edges, decisions: new Set(ids.filter(decides)), ...(starts && { starts }) })
  } catch (error) {
    if (!(error instanceof CircleError)) throw error
    const labels = error.ids.map((id) => `"${nodes.get(id)?.tag.label ?? id}"`)
    throw new FlowError('cycle', `These steps form a circle: ${labels.join(', ')}.`, {
      hint: 'Remove one of the connections between them. To repeat steps, add a Loop.',
      ...(error.ids[0] !== undefined && { nodeId: error.ids[0] }),
    })
  }
}

function unknownStep({ id, data }: FlowNode): FlowError {
  return new FlowError('unknown-node', `The step "${data.name}" isn't installed on this server.`, {
    hint: `Replace "${data.label}" with a step from the palette, or install its package.`,
    nodeId: id,
    nodeLabel: data.label,
  })
}

function noStep({ id, data }: FlowNode): FlowError {
  return new FlowError('not-there', `"${data.label}" isn't a step, so it can't run in an agent flow.`, {
    hint: 'Delete it, or choose it inside a step, such as the model of an LLM step.',
    nodeId: id,
    nodeLabel: data.label,
  })
}

function noContainer({ id, data }: FlowNode): FlowError {
  return new FlowError('not-there', `The container of "${data.label}" no longer exists.`, {
    hint: 'Add the step again, inside an Iteration or on the canvas.',
    nodeId: id,
    nodeLabel: data.label,
  })
}
