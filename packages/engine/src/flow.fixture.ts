import {
  createEdge,
  createNode,
  describeNode,
  inputHandleId,
  instanceReference,
  isParam,
  outcomeOf,
  outputHandleId,
  requireEnded,
  type CredentialValues,
  type EndedOutcome,
  type Flow,
  type FlowNode,
  type NodeContext,
  type NodeDefinition,
  type RunEvent,
} from '@chatwright/core'
import type { Catalogue } from './catalogue.ts'
import { compile } from './compile.ts'
import type { SharedCells, ValuePlan } from './plan.ts'
import type { Effects, RunRequest } from './request.ts'

/** A catalogue of the nodes a test declares. */
export function catalogueOf(...nodes: NodeDefinition[]): Catalogue {
  const byName = new Map(nodes.map((node) => [node.name, node]))
  return {
    describe: (name) => {
      const node = byName.get(name)
      return node && describeNode(node)
    },
    loadNode: async (name) => {
      const node = byName.get(name)
      if (!node) throw new Error(`No node ${name}`)
      return node
    },
  }
}

/** Draws a flow with verbs. */
export function draw(catalogue: Catalogue) {
  const flow: Flow = { nodes: [], edges: [] }
  const find = (id: string): FlowNode => {
    const node = flow.nodes.find((candidate) => candidate.id === id)
    if (!node) throw new Error(`No node ${id} was drawn`)
    return node
  }
  const pen = {
    flow,
    add(id: string, inputs: Record<string, unknown> = {}, options: { output?: string; credential?: string } = {}) {
      const description = catalogue.describe(id.replace(/_\d+$/, ''))
      if (!description) throw new Error(`The catalogue lacks ${id}`)
      const node = createNode(description, { id, position: { x: 0, y: 0 } })
      Object.assign(node.data.inputs, inputs)
      if (options.output !== undefined) node.data.outputs = { output: options.output }
      if (options.credential !== undefined) node.data.credential = options.credential
      flow.nodes.push(node)
      return pen
    },
    /** Connects a node, or one of its outputs (`ifElse_0:yes`), to an input (`chain_0.model`). */
    connect(from: string, to: string) {
      const [source = '', output] = from.split(':')
      const [target = '', name = ''] = to.split('.')
      const node = find(target)
      const input = [...node.data.inputAnchors, ...node.data.inputParams].find((each) => each.name === name)
      if (!input) throw new Error(`${target} has no input ${name}`)
      if (!isParam(input)) {
        const before = node.data.inputs[name]
        const reference = instanceReference(source)
        node.data.inputs[name] = input.list ? [...(Array.isArray(before) ? before : []), reference] : reference
      }
      flow.edges.push(
        createEdge({
          source,
          sourceHandle: outputHandleId(source, output ?? find(source).data.name, find(source).data.baseClasses),
          target,
          targetHandle: inputHandleId(target, name, input.type),
        }),
      )
      return pen
    },
  }
  return pen
}

/** Effects of which a test gives only what its nodes touch; anything else throws when touched. */
export function effectsOf(
  context: Partial<NodeContext> = {},
  credentials: Record<string, CredentialValues> = {},
): Effects {
  let clock = 0
  const given: Partial<NodeContext> = {
    now: () => (clock += 1),
    flow: { id: 'flow', name: 'Flow' },
    keepsNothing: false,
    ...context,
  }
  return {
    context: new Proxy(given as NodeContext, {
      get(target, key) {
        if (!(key in target)) throw new Error(`The test gave no context.${String(key)}`)
        return Reflect.get(target, key) as unknown
      },
    }),
    credential: async (id) => {
      const values = credentials[id]
      if (!values) throw new Error(`No credential ${id}`)
      return values
    },
  }
}

/** The plan of a chat flow, which is made of values. */
export async function compileChat(
  flow: Flow,
  catalogue: Catalogue,
  more: { cells?: SharedCells } = {},
): Promise<ValuePlan<'chat'>> {
  const plan = await compile(flow, catalogue, { want: 'chat', ...more })
  if (plan.kind !== 'values') throw new Error('The flow answers by steps')
  return plan
}

export function requestOf(question: string, more: Partial<RunRequest> = {}): RunRequest {
  return {
    runId: 'run',
    session: { flowId: 'flow', chatId: 'chat', sessionId: 'chat', origin: 'external' },
    question,
    signal: new AbortController().signal,
    ...more,
  }
}

export async function collect(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const all: RunEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

export function endOf(events: readonly RunEvent[]): EndedOutcome {
  return requireEnded(outcomeOf(events))
}
