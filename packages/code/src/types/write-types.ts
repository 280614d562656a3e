import type { NodeDescription } from '@chatwright/core'
import { isStepDescription } from '@chatwright/core'
import { isConstName } from '../document/const-names.ts'
import { versionCall, writeKind } from '../document/make-node.ts'
import { writeText } from '../print/write-value.ts'
import { oneOf } from './input-type.ts'
import { ANY_NODE, PRELUDE } from './prelude.ts'
import type { ProjectNames } from './project-names.ts'
import { writeInputs } from './write-inputs.ts'
import { givenBy } from './write-outputs.ts'

/** The file that an editor and `tsc` read beside the code of flows: every node, with what its inputs take and its output gives. */
export function writeTypes(nodes: readonly NodeDescription[], project: ProjectNames = {}): string {
  const named = nodes.filter(({ name }) => isConstName(name)).toSorted(byName)
  const own = named.filter(({ origin }) => origin !== undefined)
  return [
    PRELUDE,
    writeProject(project),
    ...named.map((node) => writeNode(node, project)),
    `declare namespace chatwright {\n  type OwnKind = ${oneOf(own.map((node) => writeKind(node)))}\n}\n${ANY_NODE}`,
  ].join('\n')
}

function byName({ name: one }: NodeDescription, { name: other }: NodeDescription): number {
  return one < other ? -1 : 1
}

function writeNode(node: NodeDescription, project: ProjectNames): string {
  const { name, version, label, description, origin } = node
  const inputs = `Inputs_${name}_${String(version).replace('.', '_')}`
  const call = isStepDescription(node) ? stepCall(node, inputs) : chatCall(node, inputs)
  // Nodes of packages are written with their kind, so that their code is the same without the package.
  const declared =
    origin === undefined
      ? `declare const ${name}: { readonly ${versionCall(node).slice(name.length + 1)}: ${call} }\n`
      : ['label: string, ', ''].map((start) => ownNode(node, inputs, start)).join('')
  return [writeInputs(node, inputs, project), `/** ${comment(`${label}. ${description}`)} */\n`, declared].join('')
}

/** Its output is one of all it can be told to hand on: which one, its inputs say. */
function ownNode(node: NodeDescription, inputs: string, start: string): string {
  const { whole, choices } = givenBy(node)
  const given = choices ? choices.map(([, each]) => each).join(' & ') : whole
  const values = `${start}inputs?: chatwright.${inputs} & { output?: string }, held?: chatwright.Held`
  return `declare function node(kind: ${writeText(writeKind(node))}, ${values}): ${given}\n`
}

function stepCall(node: NodeDescription, inputs: string): string {
  return `chatwright.Call<chatwright.${inputs}, ${givenBy(node).whole}>`
}

function chatCall(node: NodeDescription, inputs: string): string {
  const { whole, choices, chosen } = givenBy(node)
  if (!choices || chosen === undefined) return `chatwright.Call<chatwright.${inputs}, ${whole}>`
  const each = choices.map(([output, given]) => `${writeText(output)}: ${given}`).join('; ')
  return `chatwright.ChosenCall<chatwright.${inputs}, { ${each} }, ${writeText(chosen)}>`
}

/** What the flows beside the file hold, offered where a text may name it. */
function writeProject({ references = [], stateKeys = [], credentials = [] }: ProjectNames): string {
  const kinds = [...new Set(credentials.map(({ kind }) => kind))].toSorted()
  const lines = kinds.map(
    (kind) =>
      `    ${writeText(kind)}: ${oneOf(credentials.filter((each) => each.kind === kind).map(({ name }) => name))}\n`,
  )
  return (
    'declare namespace chatwright {\n' +
    `  type Reference = ${oneOf(references.map((each) => `{{${each}}}`))}\n` +
    `  type StateKey = ${oneOf(stateKeys)}\n` +
    `  interface Credentials {\n${lines.join('')}  }\n}\n`
  )
}

function comment(text: string): string {
  return text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ').trim()
}
