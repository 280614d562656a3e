import type { EditCatalogue, Flow, FlowKind, FlowNode } from '@chatwright/core'
import { flowKind, isStepDescription, parentOf } from '@chatwright/core'
import { codeOrder } from '../document/code-order.ts'
import { constNames } from '../document/const-names.ts'
import { collectForms, EMPTY_FORMS } from '../document/forms.ts'
import { differenceOf, isEmptyDifference, isSame } from '../document/is-same.ts'
import type { Layout } from '../document/layout.ts'
import { Corners, placeOf, restOf } from '../document/layout.ts'
import { readNotes } from '../document/code-notes.ts'
import type { SpokenNode } from '../document/make-node.ts'
import { inputNames, knownAs, makeNode, speak } from '../document/make-node.ts'
import { isFormKey } from '../document/node-form.ts'
import type { PrintedFiles } from '../files.ts'
import { filesOf } from '../files.ts'
import { sortEdges } from './sort-edges.ts'
import { TextFiles } from './text-files.ts'
import { NodeWriter } from './write-node.ts'
import { writeText, writeValue } from './write-value.ts'

export interface PrintOptions {
  /** What the flow is called. */
  name: string
  /** What its files are called, without folder and ending; made of the name where it is left out. */
  file?: string
}

/** Prints a flow as the files of a folder, the whole of it: parsing them gives the same flow. */
export function printFlow(flow: Flow, catalogue: EditCatalogue, { name, file = name }: PrintOptions): PrintedFiles {
  const names = filesOf(file)
  const texts = new TextFiles(names.base)
  const nodes = new Map<string, FlowNode>()
  const twins: FlowNode[] = []
  for (const node of flow.nodes) {
    if (nodes.has(node.id)) twins.push(node)
    else nodes.set(node.id, node)
  }
  const order = codeOrder([...nodes.values()], flow.edges)
  const rank = new Map(order.map((id, index) => [id, index]))
  const isEarlier = (one: string, other: string) => (rank.get(one) ?? Infinity) < (rank.get(other) ?? -1)
  const kind = flowKind(flow)

  const speaker = new Speaker(catalogue, isEarlier)
  const spoken = order.map((id) => speaker.speak(nodes.get(id)!))
  const usual = new Map<string, FlowNode>()
  const forms = collectForms(spoken, (each) => {
    const drawn = makeNode(each, catalogue, EMPTY_FORMS)
    const difference = differenceOf(drawn.data, nodes.get(each.id)!.data, isFormKey)
    if (isEmptyDifference(difference)) usual.set(each.id, drawn)
    return difference
  })
  const made = new Map<string, FlowNode>()
  for (const each of spoken) {
    const form = forms.formOf(each)
    const known = form && isEmptyDifference(form) ? usual.get(each.id) : undefined
    const drawn = known ?? makeNode(each, catalogue, forms)
    each.raw = restOfData(drawn, nodes.get(each.id)!, known ? (key) => !isFormKey(key) : undefined)
    made.set(each.id, each.raw ? makeNode(each, catalogue, forms) : drawn)
  }

  const edges = sortEdges({
    flow,
    kind,
    order,
    nodes: made,
    written: new Map(spoken.map(({ id, inputs }) => [id, inputs])),
    isEarlier,
  })
  const writer = new NodeWriter({ names: constNames(order.map((id) => nodes.get(id)!)), texts, said: edges.said })
  const notes = spoken.map((each) => each.notes)
  const corners = new Corners(nodes.values())
  const layout: Layout = {
    ...restOf(flow),
    nodes: [...nodes.values()].map((node) => placeOf(node, made.get(node.id)!, corners.of(node.id))),
    ...(edges.placed && { edges: edges.placed }),
  }
  const { deny, raw } = edges
  const held = {
    ...(twins.length > 0 && { nodes: twins }),
    ...(raw.length > 0 && { edges: raw }),
    ...(deny.length > 0 && { withoutEdges: deny }),
  }
  const comments = (place: 'head' | 'tail') => notes.flatMap((each) => each?.[place] ?? []).map(writeComment)
  const code = [
    `${comments('head').join('')}export default ${FLOW_CALLS[kind]}(${writeText(name)})\n`,
    ...spoken.map((each) => writeComment(each.notes?.comment) + writer.write(each, made.get(each.id)!)),
    ...(Object.keys(held).length > 0 ? [`raw(${writeValue(held, '', 5)})\n`] : []),
    ...comments('tail'),
  ].join('\n')
  const written = forms.written()
  return {
    entry: names.code,
    files: new Map([
      [names.code, code],
      [names.layout, writeJson(layout)],
      ...(written ? [[names.forms, writeJson(written)] as const] : []),
      ...[...texts.files].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ]),
  }
}

/** How the name of a flow is written. */
export const FLOW_CALLS: Readonly<Record<FlowKind, string>> = { chat: 'chatFlow', agents: 'agentFlow' }

/** Says nodes as the code does: what the catalogue fills in is left out. */
class Speaker {
  readonly #catalogue: EditCatalogue
  readonly #isEarlier: (one: string, other: string) => boolean
  /** By kind: what a node of it holds that nobody changed. */
  readonly #untouched = new Map<string, FlowNode>()

  constructor(catalogue: EditCatalogue, isEarlier: (one: string, other: string) => boolean) {
    this.#catalogue = catalogue
    this.#isEarlier = isEarlier
  }

  speak(node: FlowNode): SpokenNode {
    const plain = speak(node, this.#catalogue)
    const parent = parentOf(node)
    const notes = readNotes(node.data['code'])
    const inside = parent !== undefined && this.#isEarlier(parent, node.id) ? parent : undefined
    const spoken = { ...plain, ...(notes && { notes }), ...(inside !== undefined && { inside }) }
    const description = spoken.isExact ? undefined : knownAs(this.#catalogue, spoken)
    if (!description) return spoken
    const untouched = this.#untouchedNode(spoken).data
    const { inputs } = node.data
    const changed = inputNames(description).flatMap((name): [string, unknown][] => {
      const value = Object.hasOwn(inputs, name) ? inputs[name] : undefined
      const usual = Object.hasOwn(untouched.inputs, name) ? untouched.inputs[name] : undefined
      return isSame(value, usual) ? [] : [[name, value]]
    })
    // A step is numbered by its id.
    const label = isStepDescription(description)
      ? makeNode({ ...spoken, label: undefined, inputs: {} }, this.#catalogue, EMPTY_FORMS).data.label
      : untouched.label
    return {
      ...spoken,
      label: spoken.label === label ? undefined : spoken.label,
      output: isSame(untouched.outputs, node.data.outputs) ? undefined : spoken.output,
      inputs: Object.fromEntries(changed),
    }
  }

  #untouchedNode({ id, name, version }: SpokenNode): FlowNode {
    const known = this.#untouched.get(name)
    if (known) return known
    const made = makeNode({ id, name, version, isExact: false, inputs: {} }, this.#catalogue, EMPTY_FORMS)
    this.#untouched.set(name, made)
    return made
  }
}

/** What of a node's data its code doesn't say otherwise. */
function restOfData(drawn: FlowNode, node: FlowNode, isCompared?: (key: string) => boolean): SpokenNode['raw'] {
  const rest = differenceOf(drawn.data, node.data, isCompared)
  if (isEmptyDifference(rest)) return undefined
  if (!Object.hasOwn(rest.set, 'inputs')) return rest
  const { set, without } = differenceOf(drawn.data.inputs, node.data.inputs)
  const inputs = { ...set, ...Object.fromEntries(without.map((name) => [name, undefined])) }
  return { ...rest, set: { ...rest.set, inputs } }
}

function writeComment(comment: string | undefined): string {
  if (comment === undefined) return ''
  return comment
    .split('\n')
    .map((line) => (line === '' ? '//\n' : `// ${line}\n`))
    .join('')
}

function writeJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
