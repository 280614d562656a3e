import { givesKind, type Flow, type NodeDescription } from '@chatwright/core'
import { mayAskModel } from '@chatwright/nodes'
import type { FlowLibrary } from '../flows/flow-library.ts'

/** A flow whose models all come from another vendor than a model that is to be asked in their place. */
export interface UnfitFlow {
  id: string
  name: string
}

export interface Fit {
  /** How many flows have a model node that may ask it. */
  fitting: number
  unfit: UnfitFlow[]
}

/** A model that is to be asked in place of those of all flows, or of one. */
export interface AskedInstead {
  model: string
  flowId?: string | undefined
}

/** For each of them which flows can ask it. Flows are gone through once, however many are asked about. */
export type FitOf = (asked: readonly AskedInstead[]) => Promise<Fit[]>

type Describe = (name: string) => NodeDescription | undefined
type ModelNode = Parameters<typeof mayAskModel>[0]

export function createFitOf(library: Pick<FlowLibrary, 'names' | 'head' | 'prepare'>, describe: Describe): FitOf {
  return async (asked) => {
    const fits = asked.map((each): AskedInstead & Fit => ({ ...each, fitting: 0, unfit: [] }))
    for (const { id, name } of fits.length === 0 ? [] : await library.names()) {
      const about = fits.filter(({ flowId }) => flowId === undefined || flowId === id)
      if (about.length === 0) continue
      const nodes = await modelsOf(library, id, describe)
      for (const fit of about) {
        if (nodes.some((node) => mayAskModel(node, fit.model))) fit.fitting += 1
        else if (nodes.length > 0) fit.unfit.push({ id, name })
      }
    }
    return fits.map(({ fitting, unfit }) => ({ fitting, unfit }))
  }
}

/** None where it was deleted meanwhile, or where its drawing cannot be read. */
async function modelsOf(
  library: Pick<FlowLibrary, 'head' | 'prepare'>,
  id: string,
  describe: Describe,
): Promise<ModelNode[]> {
  try {
    const { flow } = await library.prepare(await library.head(id))
    return modelNodesIn(flow, describe)
  } catch {
    return []
  }
}

/** The nodes that are models, and those that a step has inside it. */
export function modelNodesIn({ nodes }: Pick<Flow, 'nodes'>, describe: Describe): ModelNode[] {
  return nodes.flatMap(({ data: { name, inputs, baseClasses } }) => {
    const own = givesKind(describe(name) ?? { baseClasses }, 'chat-model') ? [{ name, inputs }] : []
    const inside = Object.entries(inputs).flatMap(([field, value]) => {
      const filled = inputs[`${field}Config`]
      if (typeof value !== 'string' || typeof filled !== 'object' || filled === null) return []
      const chosen = describe(value)
      return chosen && givesKind(chosen, 'chat-model')
        ? [{ name: value, inputs: filled as Readonly<Record<string, unknown>> }]
        : []
    })
    return [...own, ...inside]
  })
}
