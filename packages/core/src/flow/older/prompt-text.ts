import { parseJson } from '../../parse-json.ts'
import type { FlowNode } from '../document.ts'
import { holesIn } from '../holes.ts'
import { Refused } from './older-flow.ts'

/** The step that stands for a node, by the node's id. */
export type StepOf = (nodeId: string) => string | undefined

/** A path as the older nodes write it, as a reference of steps; nothing for a plain text. */
export function referenceOf(
  written: string,
  { output, stepOf }: { output?: string; stepOf: StepOf },
): string | undefined {
  const text = written.trim()
  if (!text.startsWith('$')) return undefined
  if (text === '$flow.input') return '{{question}}'
  if (text === '$flow.output' || text.startsWith('$flow.output.') || text.startsWith('$flow.output[')) {
    if (output === undefined) return undefined
    const path = text.slice('$flow.output'.length)
    return path === '' || path === '.content' ? `{{${output}}}` : `{{${partOf(output, path)}}}`
  }
  if (text === '$flow.state.messages' || text.startsWith('$flow.state.messages')) {
    return `{{$flow.messages${text.slice('$flow.state.messages'.length)}}}`
  }
  if (text.startsWith('$flow.') || text.startsWith('$vars.')) return `{{${text}}}`
  const step = stepOf(text.slice(1))
  return step === undefined ? undefined : `{{${step}}}`
}

/** `output` is the step's own; any other name is a step's. */
function partOf(output: string, path: string): string {
  return output === 'output' ? `output${path}` : `${output}.output${path}`
}

/** The values of a prompt's variables, as texts of steps. */
export function promptValues(node: FlowNode, input: string, stepOf: StepOf): ReadonlyMap<string, string> {
  const stored = node.data.inputs[input]
  const read = typeof stored === 'string' && stored.trim() !== '' ? readObject(node, stored) : stored
  if (typeof read !== 'object' || read === null) return new Map()
  return new Map(Object.entries(read).map(([name, value]) => [name, valueText(node, value, stepOf)]))
}

function readObject(node: FlowNode, text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new Refused(
      node,
      `The prompt values of "${node.data.label}" aren't valid JSON.`,
      'Open the node and fix "Format Prompt Values".',
    )
  }
}

function valueText(node: FlowNode, value: unknown, stepOf: StepOf): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? ''
  return referenceOf(value, { stepOf }) ?? withReferences(node, value, stepOf)
}

/** A text whose mentions of nodes become mentions of steps. */
export function withReferences(node: FlowNode, text: string, stepOf: StepOf): string {
  let written = ''
  let end = 0
  for (const hole of holesIn(text)) {
    written += text.slice(end, hole.start) + mention(node, hole.name, stepOf)
    end = hole.end
  }
  return written + text.slice(end)
}

function mention(node: FlowNode, name: string, stepOf: StepOf): string {
  const [, nodeId] = /^\$?(\w+)\.data\.instance$/.exec(name) ?? []
  const step = stepOf(nodeId ?? name.replace(/^\$/, ''))
  if (step !== undefined) return `{{${step}}}`
  if (nodeId === undefined) return `{{${name}}}`
  throw new Refused(
    node,
    `"${node.data.label}" refers to "${nodeId}", which isn't a step of an agent flow.`,
    `Remove {{${name}}} from "${node.data.label}", or enter the text itself.`,
  )
}

/** Fills `{name}` of a prompt; doubled braces are braces, and what has no value stays as it is written. */
export function fillPrompt(text: string, values: ReadonlyMap<string, string>): string {
  let filled = ''
  for (let at = 0; at < text.length;) {
    const two = text.slice(at, at + 2)
    if (two === '{{' || two === '}}') {
      filled += two[0] ?? ''
      at += 2
      continue
    }
    const name = text[at] === '{' ? nameAt(text, at + 1) : undefined
    const value = name === undefined ? undefined : values.get(name.trim())
    filled += value ?? text[at] ?? ''
    at += value === undefined || name === undefined ? 1 : name.length + 2
  }
  return filled
}

const LONGEST_NAME = 200

function nameAt(text: string, start: number): string | undefined {
  const near = text.slice(start, start + LONGEST_NAME)
  const end = near.indexOf('}')
  return end === -1 ? undefined : near.slice(0, end)
}
