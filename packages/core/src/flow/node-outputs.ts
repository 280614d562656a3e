import type { FlowNode, OutputAnchor, OutputOption } from './document.ts'
import { outputHandleId, splitTypes } from './handles.ts'

/** One output of a node, whichever way the document writes it. */
export interface NodeOutput {
  name: string
  label: string
  types: string[]
  /** The id of its handle, as the document has it. */
  handle: string
  /** An output that is open beside others (a branch), rather than one choice among them. */
  isBranch: boolean
}

/** Every output a node could have, in order. */
export function nodeOutputs(node: FlowNode): NodeOutput[] {
  return node.data.outputAnchors.flatMap((anchor) =>
    anchor.options
      ? anchor.options.map((option) => readOutput(node, option))
      : [{ ...readOutput(node, anchor), isBranch: node.data.outputAnchors.length > 1 }],
  )
}

/** The outputs an edge can leave from now: the only one, the chosen one, or all branches. */
export function openOutputs(node: FlowNode): NodeOutput[] {
  const outputs = nodeOutputs(node)
  const branches = outputs.filter((output) => output.isBranch)
  if (branches.length > 0 || outputs.length < 2) return outputs
  const chosen = outputs.find((output) => output.name === chosenOutputName(node)) ?? outputs[0]
  return chosen ? [chosen] : []
}

/** The name of the output a node hands on: its choice, else the default, else its own name. */
export function chosenOutputName(node: FlowNode): string {
  const anchor = outputChoice(node)
  if (!anchor?.options) return String(node.data.outputAnchors[0]?.name ?? node.data.name)
  const names = anchor.options.map((option) => option.name)
  const wanted = [node.data.outputs?.[anchor.name], anchor.default].find(
    (name): name is string => typeof name === 'string' && names.includes(name),
  )
  return wanted ?? names[0] ?? node.data.name
}

/** The anchor that offers a choice among outputs, when the node has one. */
export function outputChoice(node: FlowNode): OutputAnchor | undefined {
  return node.data.outputAnchors.find((anchor) => anchor.options)
}

function readOutput(node: FlowNode, output: OutputAnchor | OutputOption): NodeOutput {
  const types = splitTypes(output.type ?? '')
  return {
    // Outputs of deciding steps are numbers.
    name: String(output.name),
    // Some files leave the label out.
    label: String(output.label ?? output.name),
    types,
    handle: output.id ?? outputHandleId(node.id, String(output.name), types),
    isBranch: output['isAnchor'] === true,
  }
}
