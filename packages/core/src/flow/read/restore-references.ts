import { addReference } from '../add-reference.ts'
import { changeData } from '../command.ts'
import { isParam } from '../handles.ts'
import { referencesIn } from '../references.ts'
import { resolveEdge } from '../resolve-edge.ts'
import type { Repair } from './repair.ts'

/** Writes the reference that belongs to an edge where the input is empty of it. */
export const restoreReferences: Repair = (flow, report) => {
  let current = flow
  for (const edge of flow.edges) {
    const ends = resolveEdge(flow, edge)
    if ('problem' in ends || isParam(ends.input)) continue
    const { input, target } = ends
    if (referencesIn(target.data.inputs[input.name]).includes(edge.source)) continue
    current = changeData(current, target.id, (data) => {
      const references = referencesIn(data.inputs[input.name])
      if (references.includes(edge.source) || (!input.list && references.length > 0)) return data
      report({
        kind: 'restored-reference',
        nodeId: target.id,
        message: `"${input.label}" of ${data.label} didn't name its connected node. The name was added.`,
      })
      const value = addReference(input, data.inputs[input.name], edge.source)
      return { ...data, inputs: { ...data.inputs, [input.name]: value } }
    })
  }
  return current
}
