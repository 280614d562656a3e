import type { Flow, FlowEdge, FlowNode, Position } from '../document.ts'
import { freeNodeId } from '../new-node-id.ts'
import { createStep, stepParams } from '../steps/create-step.ts'
import { createStepEdge } from '../steps/step-edge.ts'
import { stepHandle, stepOutputs } from '../steps/step-outputs.ts'
import type { Describe } from './older-flow.ts'

/** Where a path leaves a step: by its only output, or by one of those it decides among. */
export interface Exit {
  id: string
  output?: number
}

export interface NewStep {
  name: string
  label: string
  inputs: Readonly<Record<string, unknown>>
  position: Position
  credential?: string | undefined
}

/** Steps that come to stand in the place of other nodes. */
export interface StepDrawing {
  /** Sets an id aside, so that texts can speak of a step that is drawn later. */
  reserve(name: string, from: string): string
  add(step: NewStep & { id: string }): void
  connect(from: Exit, to: string): void
  flow(): Flow
}

/**
 * `kept`: a step is called by the id of the node it stands for, so that whoever looks at a run finds it in the drawing
 * that is stored. `new`: ids as steps have them.
 */
export type Ids = 'kept' | 'new'

export function createStepDrawing(describe: Describe, ids: Ids): StepDrawing {
  const taken = new Set<string>()
  const nodes = new Map<string, FlowNode>()
  const edges = new Map<string, FlowEdge>()
  return {
    reserve(name, from) {
      const id = ids === 'new' ? freeNodeId(name, taken) : taken.has(from) ? freeNodeId(`${from}_${name}`, taken) : from
      taken.add(id)
      return id
    },
    add({ id, name, label, inputs, position, credential }) {
      const description = describe(name)
      if (!description) throw new Error(`The catalogue lacks the step "${name}"`)
      const node = createStep(description, { id, position })
      const values = { ...node.data.inputs, ...inputs }
      nodes.set(id, {
        ...node,
        data: {
          ...node.data,
          label,
          inputs: values,
          inputParams: stepParams(description, id, values),
          outputAnchors: stepOutputs(description, id, values),
          ...(credential !== undefined && { credential }),
        },
      })
    },
    connect({ id, output }, to) {
      const source = nodes.get(id)
      const target = nodes.get(to)
      if (!source || !target) throw new Error(`There is no step between ${id} and ${to}`)
      const edge = createStepEdge({ source, sourceHandle: stepHandle(id, output ?? source.data.name), target })
      edges.set(edge.id, edge)
    },
    flow: () => ({ nodes: [...nodes.values()], edges: [...edges.values()] }),
  }
}
