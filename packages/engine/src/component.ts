import {
  chosenOutputName,
  createNode,
  givesKind,
  isParam,
  aKind,
  replacementFor,
  type FlowNode,
  type NodeDescription,
  type ValueKind,
} from '@chatwright/core'
import { buildValue, type Outside } from './build-values.ts'
import type { Catalogue } from './catalogue.ts'
import type { DrawnNode, Drawing, Incoming } from './drawing.ts'
import type { Component } from './component-shape.ts'
import { FlowError } from './flow-error.ts'
import { makePlan } from './make-plan.ts'
import type { ValuePlan, SharedCells } from './plan.ts'
import type { RunRequest } from './request.ts'

/** Makes a component, with those connected to it, ready to give a value many times. */
export async function compileComponent<Kind extends ValueKind>(
  component: Component,
  catalogue: Catalogue,
  { want, cells }: { want: Kind; cells?: SharedCells },
): Promise<ValuePlan<Kind>> {
  const { drawing, root } = drawComponent(component, { catalogue, isLoading: want === 'vector-store' })
  if (!givesKind(root.description, want, root.output)) {
    throw new FlowError('not-there', `"${root.node.data.label}" isn't ${aKind(want)}.`, {
      hint: `Choose ${aKind(want)} instead.`,
      nodeId: root.id,
      nodeLabel: root.node.data.label,
    })
  }
  return makePlan(drawing, { want, targets: [root.id], catalogue, cells: cells ?? new Map() })
}

/** Builds a component for one request. */
export async function buildComponent<Kind extends ValueKind>(
  component: Component,
  { catalogue, want, request, ...outside }: { catalogue: Catalogue; want: Kind; request: RunRequest } & Outside,
) {
  return buildValue(await compileComponent(component, catalogue, { want }), request, outside)
}

type KnownNode = DrawnNode & { readonly description: NodeDescription }

interface DrawingOptions {
  catalogue: Catalogue
  /** The component is a store, and documents are to be loaded into it. */
  isLoading: boolean
}

function drawComponent(component: Component, options: DrawingOptions): { drawing: Drawing; root: KnownNode } {
  const nodes = new Map<string, DrawnNode>()
  const root = drawNode(component, component.id ?? `${component.name}_0`, options)
  const pending: { component: Component; drawn: KnownNode }[] = [{ component, drawn: root }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { drawn } = next
    nodes.set(drawn.id, drawn)
    for (const { input, id, component: part } of partsOf(next.component, drawn)) {
      const partDrawn = drawNode(part, id, { ...options, isLoading: false })
      drawn.incoming.push({ source: id, input, output: partDrawn.output } satisfies Incoming)
      pending.push({ component: part, drawn: partDrawn })
    }
  }
  return { drawing: { nodes }, root }
}

function drawNode(component: Component, id: string, { catalogue, isLoading }: DrawingOptions): KnownNode {
  const description = catalogue.describe(component.name)
  if (!description) {
    const instead = replacementFor(component.name)
    throw new FlowError('unknown-node', `The node "${component.name}" isn't installed on this server.`, {
      hint: instead === undefined ? 'Choose another node, or install its package.' : `Choose ${instead} instead.`,
      nodeId: id,
    })
  }
  const node = nodeOf(component, { description, id })
  const output = chosenOutputName(node)
  return {
    id,
    node,
    description,
    inputs: node.data.inputs,
    output,
    incoming: [],
    loading: [],
    isLoading,
    isTaken: true,
  }
}

function nodeOf(component: Component, { description, id }: { description: NodeDescription; id: string }): FlowNode {
  const { data, ...node } = createNode(description, { id, position: { x: 0, y: 0 } })
  const { version: _, ...today } = data
  const anchors = new Set(description.inputs.filter((input) => !isParam(input)).map(({ name }) => name))
  // Also what today's node does not declare: inputs of an older version are brought into today's shape later.
  const given = Object.entries(component.inputs ?? {}).filter(([name]) => !anchors.has(name))
  return {
    ...node,
    data: {
      ...today,
      // The name it was stored under says what its inputs are called.
      name: component.name,
      label: component.label ?? data.label,
      inputs: { ...data.inputs, ...Object.fromEntries(given) },
      ...(component.version !== undefined && { version: component.version }),
      ...(component.output !== undefined && { outputs: { output: component.output } }),
      ...(component.credential !== undefined && { credential: component.credential }),
    },
  }
}

/** What is connected to a component, each with an id that no other has. */
function partsOf({ inputs = {} }: Component, { id, node, description }: KnownNode) {
  return description.inputs
    .filter((input) => !isParam(input))
    .flatMap((input) => {
      const value = inputs[input.name]
      if (value === undefined || value === '') return []
      return (Array.isArray(value) ? value : [value]).map((part: unknown, index) => {
        if (!isComponent(part)) throw noComponent(node, input.label)
        return {
          input: input.name,
          id: part.id ?? `${id}/${input.name}${index === 0 ? '' : `/${index}`}`,
          component: part,
        }
      })
    })
}

function isComponent(value: unknown): value is Component {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
}

function noComponent({ id, data }: FlowNode, input: string): FlowError {
  return new FlowError('not-there', `"${input}" of "${data.label}" is empty.`, {
    hint: `Choose a node for "${input}".`,
    nodeId: id,
    nodeLabel: data.label,
  })
}
