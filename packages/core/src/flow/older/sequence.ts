import { parseJson } from '../../parse-json.ts'
import type { Flow, FlowNode } from '../document.ts'
import { holesIn } from '../holes.ts'
import { chosenIn } from './chosen-parts.ts'
import { connectedTo, textOf, type Describe } from './older-flow.ts'
import type { StepOf } from './prompt-text.ts'
import type { OlderState } from './state-change.ts'
import type { Exit, StepDrawing } from './step-drawing.ts'

/** What stands for one older node: where it is come to, and where each of its outputs goes on. */
export interface Piece {
  entry: string
  leaves(handle: string): Exit[]
  /** What is left when nothing comes after it has no words: the last message is the answer. */
  isSilent?: boolean
  /** Outputs that must lead somewhere; those that no edge leaves from end the run. */
  exits?: Exit[]
}

/** What the pieces of a flow have in common. */
export interface Sequence {
  flow: Flow
  describe: Describe
  drawing: StepDrawing
  state: OlderState
  stepOf: StepOf
  start: FlowNode
  /** The tools that hang on an LLM, through the nodes that run them. */
  toolNodesOf(llm: FlowNode): FlowNode[]
  targetOfLoop(loop: FlowNode): FlowNode
  /** Where the piece that stands for a node begins. */
  entryOf(node: FlowNode): string
}

/** Stands for the handle of the tools of an LLM. */
export const AFTER_TOOLS = 'tools'

export function moderationRows(node: FlowNode, around: { flow: Flow; describe: Describe }) {
  return connectedTo(around.flow, node, 'inputModeration').map((each) => chosenIn('moderation', each, around))
}

export interface NewFunction {
  label: string
  code: string
  variables?: { variableName: string; variableValue: string }[]
  at: FlowNode
  /** How far below the node it stands. */
  offset: number
}

export function addFunction(
  { drawing }: Pick<Sequence, 'drawing'>,
  id: string,
  { label, code, variables = [], at, offset }: NewFunction,
  returnAs: 'result' | 'state' | 'userMessage' | 'assistantMessage',
): void {
  drawing.add({
    id,
    name: 'customFunctionAgentflow',
    label,
    position: { x: at.position.x, y: at.position.y + offset * 140 },
    inputs: {
      customFunctionJavascriptFunction: code,
      customFunctionInputVariables: variables,
      customFunctionReturnAs: returnAs,
    },
  })
}

/** Functions whose results the texts of steps speak of: they run first. */
export function utilityFunctions(flow: Flow, steps: readonly FlowNode[]): FlowNode[] {
  const texts = steps.flatMap(({ data }) => Object.values(data.inputs)).map((value) => JSON.stringify(value) ?? '')
  const mentioned = new Set(texts.flatMap((text) => holesIn(text).map(({ name }) => name.split('.')[0])))
  return flow.nodes.filter(({ id, data }) => data.name === 'customFunction' && mentioned.has(id))
}

export function addUtilityFunction(around: Pick<Sequence, 'drawing'>, id: string, node: FlowNode): void {
  const code = { label: node.data.label, code: textOf(node, 'javascriptFunction'), at: node, offset: 0 }
  addFunction(around, id, { ...code, variables: variablesOf(node, 'functionInputVariables') }, 'result')
}

/** Variables of a function, as its author stored them. */
export function variablesOf(node: FlowNode, input: string): { variableName: string; variableValue: string }[] {
  const stored = node.data.inputs[input]
  const read: unknown = typeof stored === 'string' && stored.trim() !== '' ? readJson(stored) : stored
  if (typeof read !== 'object' || read === null) return []
  return Object.entries(read).map(([variableName, value]) => ({
    variableName,
    variableValue: typeof value === 'string' ? value : JSON.stringify(value),
  }))
}

function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
