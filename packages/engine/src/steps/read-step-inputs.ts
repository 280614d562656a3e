import {
  isInputVisible,
  markdownOfHtml,
  parseJson,
  parseStepTemplate,
  VERSION_KEY,
  type FlowNode,
  type InputDescription,
  type NodeDescription,
} from '@chatwright/core'
import type { Catalogue } from '../catalogue.ts'
import { holdsJson } from '../json-text.ts'
import type { Chosen, FilledInput, NodeInput, StateRow, ValueTree } from './step-flow.ts'

type Values = Readonly<Record<string, unknown>>

export interface InputPlace {
  readonly node: FlowNode
  /** Its inputs, in today's shape. */
  readonly values: Values
  readonly catalogue: Pick<Catalogue, 'describe'>
  readonly isStep: (id: string) => boolean
}

/** Decides, once per version of a flow, how each input of a step gets its value. */
export function readStepInputs({ inputs, traits }: NodeDescription, place: InputPlace): NodeInput[] {
  const { values } = place
  return inputs
    .filter(({ name }) => name !== traits?.step?.updatesState)
    .map((input) => readInput(withStoredLeave(input, place.node), { values, id: place.node.id, place }))
}

/** The rows that change the flow's state. */
export function readStateRows({ traits }: NodeDescription, { values, isStep }: InputPlace): StateRow[] {
  const name = traits?.step?.updatesState
  const rows = name === undefined ? undefined : rowsOf(values[name])
  return (rows ?? []).flatMap(({ key, value }) =>
    typeof key === 'string' && key !== '' ? [{ key, value: treeOf(value ?? '', isStep) }] : [],
  )
}

interface Around {
  values: Values
  /** Of the node, and of the row within it. */
  id: string
  /** The values of the node and the row, where the input is a field of one. */
  row?: { values: Values; index: number }
  place: InputPlace
}

function readInput(input: InputDescription, around: Around): NodeInput {
  const { values, row, place } = around
  const isShown = (form: InputDescription): boolean => isInputVisible(form, row?.values ?? values, row?.index)
  // Of several forms under one name the one that is shown counts.
  const declared = [input, ...(input.variants ?? [])].find(isShown) ?? input
  const isVisible = isShown(declared)
  // What the form does not show, nobody can be asked to fill in.
  const description = isVisible ? declared : { ...declared, optional: true }
  const value = values[description.name]
  if (description.component !== undefined) {
    return { type: 'component', description, chosen: readChosen(description, around) }
  }
  if (description.type === 'array' && description.array) {
    const rows = rowsOf(isUnset(value) ? description.default : value)
    if (rows) return { type: 'rows', description, rows: readRows(description, rows, around) }
  }
  const tree: ValueTree = description.acceptVariable
    ? inputTree(value, description, place.isStep)
    : { type: 'leaf', value }
  return { type: 'value', description, tree }
}

function readRows(input: InputDescription, rows: readonly Values[], { values, id, place }: Around): NodeInput[][] {
  const fields = (input.array ?? []).map((field) => (input.acceptVariable ? { ...field, acceptVariable: true } : field))
  const all = { ...values, [input.name]: rows }
  return rows.map((row, index) =>
    fields.map((field) =>
      readInput(field, { values: row, id: `${id}/${input.name}/${index}`, row: { values: all, index }, place }),
    ),
  )
}

/** A choice with the settings beside it; settings of another choice are left over from before. */
function readChosen(input: InputDescription, around: Around): Chosen | undefined {
  const { name, default: usual } = input
  const { values, id, place } = around
  const chosen = isUnset(values[name]) ? usual : values[name]
  if (typeof chosen !== 'string' || chosen === '') return undefined
  const stored = values[`${name}Config`]
  const isFitting = isRecord(stored) && (isUnset(stored[name]) || stored[name] === chosen)
  const { FLOWISE_CREDENTIAL_ID: credential, [VERSION_KEY]: version, [name]: _, ...settings } = isFitting ? stored : {}
  // What decides where its secrets go holds variables at most, as on the canvas of a chat flow.
  const takingReferences = new Map(
    place.catalogue
      .describe(chosen)
      ?.inputs.flatMap((input) => (input.acceptVariable && !input.destination ? [[input.name, input] as const] : [])),
  )
  const own = `${id}/${name}`
  const inputs: Record<string, unknown> = {}
  const filled: FilledInput[] = []
  for (const [key, value] of Object.entries(settings)) {
    const taking = takingReferences.get(key)
    const tree = taking && inputTree(value, taking, place.isStep)
    if (tree && hasReferences(tree)) filled.push({ id: own, name: key, tree })
    else inputs[key] = value
  }
  for (const [anchor, other] of Object.entries(input.connects ?? {})) {
    const connected = readChosen({ name: other, label: other, type: 'asyncOptions' }, around)
    if (!connected) continue
    inputs[anchor] = connected.component
    for (const input of connected.filled) filled.push(input)
  }
  return {
    component: {
      name: chosen,
      inputs,
      id: own,
      ...(typeof version === 'number' && { version }),
      ...(typeof credential === 'string' && credential !== '' && { credential }),
    },
    filled,
  }
}

/** The copy inside the flow counts too: the older product reads leave to hold references from there. */
function withStoredLeave(input: InputDescription, { data }: FlowNode): InputDescription {
  if (input.acceptVariable !== undefined || input.type === 'code' || input.destination) return input
  const stored = data.inputParams?.find(({ name }) => name === input.name)
  return stored?.acceptVariable ? { ...input, acceptVariable: true } : input
}

/** What is typed into an input, told from its description. */
function inputTree(value: unknown, description: InputDescription, isStep: InputPlace['isStep']): ValueTree {
  const tree = treeOf(value, isStep)
  return tree.type === 'text' && holdsJson(description, tree.template) ? { ...tree, isJson: true } : tree
}

export function treeOf(value: unknown, isStep: (id: string) => boolean): ValueTree {
  if (typeof value === 'string') {
    const text = markdownOfHtml(value)
    const template = text.includes('{{') ? parseStepTemplate(text, isStep) : []
    return template.some((part) => typeof part === 'object')
      ? { type: 'text', template }
      : { type: 'leaf', value: text }
  }
  if (Array.isArray(value)) return { type: 'list', items: value.map((item) => treeOf(item, isStep)) }
  if (isRecord(value)) {
    return { type: 'object', entries: Object.entries(value).map(([key, item]) => [key, treeOf(item, isStep)] as const) }
  }
  return { type: 'leaf', value }
}

export function hasReferences(tree: ValueTree): boolean {
  if (tree.type === 'list') return tree.items.some(hasReferences)
  if (tree.type === 'object') return tree.entries.some(([, item]) => hasReferences(item))
  return tree.type === 'text'
}

/** Rows as they are stored: a list, JSON of one, or nothing. */
function rowsOf(value: unknown): Values[] | undefined {
  if (isUnset(value)) return []
  const read = typeof value === 'string' ? readJson(value) : value
  return Array.isArray(read) && read.every(isRecord) ? read : undefined
}

function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
