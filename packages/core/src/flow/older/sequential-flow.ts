import type { Flow, FlowNode } from '../document.ts'
import { flowGraph } from '../graph.ts'
import { callName, connectedTo, inputOf, nameOf, Refused, textOf, type Describe } from './older-flow.ts'
import type { StepOf } from './prompt-text.ts'
import { pieceOf } from './sequential-pieces.ts'
import {
  addFunction,
  addUtilityFunction,
  AFTER_TOOLS,
  moderationRows,
  utilityFunctions,
  type Piece,
  type Sequence,
} from './sequence.ts'
import { firstStateCode, readState } from './state-change.ts'
import { createStepDrawing, type Exit, type Ids } from './step-drawing.ts'
import { LAST_MESSAGE } from './talk-inputs.ts'

const ORDER_INPUTS = new Set(['sequentialNode', 'llmNode'])

/** Agents drawn one after the other, as steps. */
export function convertSequential(flow: Flow, { describe, ids }: { describe: Describe; ids: Ids }): Flow {
  const steps = flow.nodes.filter(({ data }) => data.name.startsWith('seq') && data.name !== 'seqState')
  const start = onlyStart(flow, steps)
  const drawing = createStepDrawing(describe, ids)
  const mainIds = new Map<string, string>()
  const stepOf: StepOf = (id) => mainIds.get(id)
  const toolNodes = steps.filter(({ data }) => data.name === 'seqToolNode')
  const functions = utilityFunctions(flow, steps)
  const pieces = new Map<string, Piece>()
  const sequence: Sequence = {
    flow,
    describe,
    drawing,
    state: readState(flow.nodes.find(({ data }) => data.name === 'seqState')),
    stepOf,
    start,
    toolNodesOf: (llm) => toolNodes.filter((node) => llmOf(flow, node).id === llm.id),
    targetOfLoop: (loop) => targetOfLoop(loop, steps),
    entryOf: ({ id }) => pieces.get(id)?.entry ?? stepOf(id) ?? '',
  }
  const drawn = steps.filter((node) => isDrawn(node, sequence))
  for (const node of [start, ...functions, ...drawn])
    mainIds.set(node.id, drawing.reserve(stepName(node, sequence), node.id))
  for (const node of toolNodes) mainIds.set(node.id, mainIds.get(llmOf(flow, node).id) ?? '')
  const begun = drawStart(sequence, functions)
  pieces.set(start.id, { entry: '', leaves: () => [begun] })
  // Loops last: they go back to where the others begin.
  for (const node of drawn.toSorted((one, other) => Number(isLoop(one)) - Number(isLoop(other)))) {
    pieces.set(node.id, pieceOf(node, sequence))
  }
  joinPieces(sequence, pieces)
  return drawing.flow()
}

function isLoop({ data }: FlowNode): boolean {
  return data.name === 'seqLoop'
}

function onlyStart(flow: Flow, steps: readonly FlowNode[]): FlowNode {
  const [start, other] = steps.filter(({ data }) => data.name === 'seqStart')
  const [first] = steps
  if (!start)
    throw new Refused(first ?? flow.nodes[0]!, "This flow doesn't have a Start.", 'Add a Start and connect it.')
  if (other) throw new Refused(other, 'This flow has more than one Start.', 'Keep one and delete the other.')
  return start
}

/** Which step stands for a node. */
function stepName(node: FlowNode, { flow, toolNodesOf }: Sequence): string {
  switch (node.data.name) {
    case 'seqStart':
      return 'startAgentflow'
    case 'seqAgent':
      return connectedTo(flow, node, 'tools').length > 0 ? 'agentAgentflow' : 'llmAgentflow'
    case 'seqLLMNode':
      return toolNodesOf(node).length > 0 ? 'agentAgentflow' : 'llmAgentflow'
    case 'seqCondition':
    case 'seqConditionAgent':
      return 'conditionAgentflow'
    case 'seqLoop':
      return 'loopAgentflow'
    case 'seqExecuteFlow':
      return 'executeFlowAgentflow'
    case 'seqCustomFunction':
    case 'customFunction':
      return 'customFunctionAgentflow'
    default:
      throw new Refused(
        node,
        `The step "${node.data.name}" isn't installed on this server.`,
        `Delete "${node.data.label}", or replace it with another step.`,
      )
  }
}

/** Ends are no steps, tools run inside their LLM, and a loop from tools back to their LLM is what an Agent does anyway. */
function isDrawn(node: FlowNode, sequence: Sequence): boolean {
  const { name } = node.data
  if (name === 'seqStart' || name === 'seqEnd' || name === 'seqToolNode') return false
  if (name !== 'seqLoop') return true
  return connectedTo(sequence.flow, node, 'sequentialNode').some((source) => !loopsInside(source, node, sequence))
}

function loopsInside(source: FlowNode, loop: FlowNode, { flow, targetOfLoop: targetOf }: Sequence): boolean {
  return source.data.name === 'seqToolNode' && targetOf(loop).id === llmOf(flow, source).id
}

function llmOf(flow: Flow, toolNode: FlowNode): FlowNode {
  const [llm] = [...connectedTo(flow, toolNode, 'llmNode'), ...connectedTo(flow, toolNode, 'sequentialNode')]
  if (llm?.data.name === 'seqLLMNode') return llm
  throw new Refused(
    toolNode,
    `"${nameOf(toolNode.data) ?? toolNode.data.label}" needs an LLM node before it to call its tools.`,
    'Connect an LLM node to it.',
  )
}

function targetOfLoop(loop: FlowNode, steps: readonly FlowNode[]): FlowNode {
  const wanted = callName(textOf(loop, 'loopToName'))
  const target = steps.find(({ data }) => data.name !== 'seqLoop' && callName(nameOf(data) ?? '') === wanted)
  if (target && wanted !== '' && target.data.name !== 'seqToolNode') return target
  throw new Refused(
    loop,
    `The loop goes back to "${textOf(loop, 'loopToName')}", but this flow has no such step.`,
    'Open the loop and enter the name of an agent in this flow.',
  )
}

/** The Start, and what must be known before anybody speaks. */
function drawStart(sequence: Sequence, functions: readonly FlowNode[]): Exit {
  const { flow, start, state, drawing, stepOf } = sequence
  const id = stepOf(start.id) ?? ''
  const hasMemory = connectedTo(flow, start, 'agentMemory').length > 0
  drawing.add({
    id,
    name: 'startAgentflow',
    label: 'Start',
    position: start.position,
    inputs: {
      startInputType: 'chatInput',
      startEphemeralMemory: !hasMemory,
      startPersistState: hasMemory,
      startState: state.rows,
      startParallel: false,
      startModeration: moderationRows(start, sequence),
    },
  })
  let last: Exit = { id }
  const then = (next: string): void => {
    drawing.connect(last, next)
    last = { id: next }
  }
  if (state.code !== undefined) {
    const step = drawing.reserve('customFunctionAgentflow', start.id)
    addFunction(sequence, step, { label: 'State', code: firstStateCode(state.code), at: start, offset: 1 }, 'state')
    then(step)
  }
  for (const node of functions) {
    const step = stepOf(node.id) ?? ''
    addUtilityFunction(sequence, step, node)
    then(step)
  }
  return last
}

/** Draws what comes after what. A path that ends without words ends with the last message. */
function joinPieces(sequence: Sequence, pieces: ReadonlyMap<string, Piece>): void {
  const { flow, drawing } = sequence
  const { nodes } = flowGraph(flow)
  for (const [nodeId, piece] of pieces) {
    const node = nodes.get(nodeId)
    if (!node) continue
    const used = new Set<string>()
    for (const { handle, target } of successors(node, sequence)) {
      const to = pieces.get(target)
      if (!to) continue
      for (const exit of piece.leaves(handle)) {
        drawing.connect(exit, to.entry)
        used.add(keyOf(exit))
      }
    }
    const loose = (piece.exits ?? (piece.isSilent ? piece.leaves('') : [])).filter((exit) => !used.has(keyOf(exit)))
    if (loose.length > 0) addReply(sequence, node, loose)
  }
}

function keyOf({ id, output }: Exit): string {
  return `${id}:${output ?? ''}`
}

/** The nodes that come after a node; what comes after its tools comes after the LLM they belong to. */
function successors(node: FlowNode, sequence: Sequence): { handle: string; target: string }[] {
  const { flow, toolNodesOf } = sequence
  const { outgoing, nodes } = flowGraph(flow)
  const own = (from: FlowNode, handle?: string) =>
    (outgoing.get(from.id) ?? []).flatMap((edge) => {
      const target = nodes.get(edge.target)
      if (!target || !ORDER_INPUTS.has(inputOf(edge) ?? '') || target.data.name === 'seqToolNode') return []
      if (target.data.name === 'seqLoop' && loopsInside(from, target, sequence)) return []
      return [{ handle: handle ?? edge.sourceHandle, target: target.id }]
    })
  const tools = node.data.name === 'seqLLMNode' ? toolNodesOf(node) : []
  return [...own(node), ...tools.flatMap((tool) => own(tool, AFTER_TOOLS))]
}

function addReply({ drawing }: Sequence, node: FlowNode, exits: readonly Exit[]): void {
  const id = drawing.reserve('directReplyAgentflow', node.id)
  drawing.add({
    id,
    name: 'directReplyAgentflow',
    label: 'Answer',
    position: { x: node.position.x + 300, y: node.position.y + 280 },
    inputs: { directReplyMessage: LAST_MESSAGE },
  })
  for (const exit of exits) drawing.connect(exit, id)
}
