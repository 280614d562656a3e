import { givesKind, parseFlowData, type Flow, type NodeDescription } from '@chatwright/core'
import { mayAskModel, modelNodeOf } from '@chatwright/nodes'
import type { AnsweringFlow, AnsweringFlows } from '../../flows/flows/answering-flows.ts'

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

/** Graphs are read and forgotten a few at a time: one may be megabytes. */
const GRAPHS_AT_ONCE = 20

/**
 * What is known of a flow is good until it is saved. Past the flows that are prepared to answer: whoever looks at limits pushes
 * none of those out.
 */
export function createFitOf(flows: AnsweringFlows, describe: Describe): FitOf {
  let known = new Map<string, Pick<AnsweringFlow, 'version' | 'state'> & { models: ModelNode[] }>()

  const modelsOf = async (wanted: readonly AnsweringFlow[]): Promise<typeof known> => {
    const found: typeof known = new Map()
    const unread = wanted.filter(({ id, version, state }) => {
      const before = known.get(id)
      const isSame = before?.version === version && before.state === state
      if (isSame) found.set(id, before)
      return !isSame
    })
    for (let start = 0; start < unread.length; start += GRAPHS_AT_ONCE) {
      const ids = unread.slice(start, start + GRAPHS_AT_ONCE).map(({ id }) => id)
      for (const { id, flow_data: text, ...saved } of await flows.graphs(ids))
        found.set(id, { ...saved, models: modelsIn(text, describe) })
    }
    return found
  }

  return async (asked) => {
    const fits = asked.map((each): AskedInstead & Fit => ({ ...each, fitting: 0, unfit: [] }))
    const named = fits.flatMap(({ flowId }) => flowId ?? [])
    const isOfSome = named.length === fits.length
    const wanted = fits.length === 0 ? [] : await flows.list(isOfSome ? named : undefined)
    const found = await modelsOf(wanted)
    // Those that are gone are forgotten as soon as all were looked at.
    known = isOfSome ? new Map([...known, ...found]) : found
    for (const { id, name } of wanted) {
      const nodes = found.get(id)?.models ?? []
      for (const fit of fits) {
        if (fit.flowId !== undefined && fit.flowId !== id) continue
        if (nodes.some((node) => mayAskModel(node, fit.model))) fit.fitting += 1
        else if (nodes.length > 0) fit.unfit.push({ id, name })
      }
    }
    return fits.map(({ fitting, unfit }) => ({ fitting, unfit }))
  }
}

/** None where its drawing cannot be read. */
function modelsIn(text: string, describe: Describe): ModelNode[] {
  try {
    return modelNodesIn(parseFlowData(text), describe).map(modelNodeOf)
  } catch {
    return []
  }
}

/** The nodes that are models, and those that a step has inside it. */
function modelNodesIn({ nodes }: Pick<Flow, 'nodes'>, describe: Describe): ModelNode[] {
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
