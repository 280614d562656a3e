import type { NodeDescription } from '../../node/definition.ts'
import { mapChosen } from '../steps/map-chosen.ts'
import type { Row } from '../steps/read-rows.ts'
import type { Repair } from './repair.ts'

/** Gives nodes that are chosen inside a step under an older name today's, and their settings with it. */
export const renameChosen: Repair = (flow, report, describe) => {
  const nodes = flow.nodes.map((node) => {
    const inputs = mapChosen(node.data.inputs, describe(node.data.name)?.inputs ?? [], ({ name, settings }) => {
      const description = describe(name)
      if (!description || description.name === name) return undefined
      report({
        kind: 'renamed-node',
        nodeId: node.id,
        message: `${node.data.label}: the chosen ${name} is now called ${description.name}.`,
      })
      return { name: description.name, settings: renamedSettings(settings, { name, description }) }
    })
    return inputs === node.data.inputs ? node : { ...node, data: { ...node.data, inputs } }
  })
  return nodes.every((node, index) => node === flow.nodes[index]) ? flow : { ...flow, nodes }
}

function renamedSettings(settings: Row, { name, description }: { name: string; description: NodeDescription }): Row {
  const names = description.aliases?.find((alias) => alias.name === name)?.inputs ?? {}
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [names[key] ?? key, value]))
}
