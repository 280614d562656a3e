import type { FlowNode, Position } from '../document.ts'
import { chosenIn, toolRows } from './chosen-parts.ts'
import { connectedTo, isOn, nameOf, Refused, textOf } from './older-flow.ts'
import { coded, conditionCode, outputNumbers, tabled, type OlderCondition } from './older-conditions.ts'
import { referenceOf, withReferences } from './prompt-text.ts'
import { addFunction, AFTER_TOOLS, variablesOf, type Piece, type Sequence } from './sequence.ts'
import { olderCode, readStateChange, reducedCode, type StateChange } from './state-change.ts'
import { LAST_MESSAGE, structuredRows, talkInputs } from './talk-inputs.ts'

/** As often as the older product lets its graph go round before it gives up. */
const MOST_PASSES = 25

export function pieceOf(node: FlowNode, sequence: Sequence): Piece {
  switch (node.data.name) {
    case 'seqAgent':
      return agentPiece(node, sequence)
    case 'seqLLMNode':
      return llmPiece(node, sequence)
    case 'seqCondition':
      return conditionPiece(node, sequence)
    case 'seqConditionAgent':
      return conditionAgentPiece(node, sequence)
    case 'seqLoop':
      return loopPiece(node, sequence)
    case 'seqExecuteFlow':
      return executeFlowPiece(node, sequence)
    default:
      return functionPiece(node, sequence)
  }
}

function idOf(node: FlowNode, { stepOf }: Sequence): string {
  return stepOf(node.id) ?? ''
}

function labelOf(node: FlowNode): string {
  return nameOf(node.data) ?? node.data.label
}

function below({ position }: FlowNode, rows: number): Position {
  return { x: position.x, y: position.y + rows * 140 }
}

/** The model of a node, or the one that the Start gives to all. */
function modelOf(node: FlowNode, input: string, sequence: Sequence) {
  const { flow, start } = sequence
  const [model] = [...connectedTo(flow, node, 'model'), ...connectedTo(flow, start, 'model')]
  if (model) return chosenIn(input, model, sequence)
  throw new Refused(node, `"${labelOf(node)}" has no chat model.`, 'Connect a chat model to the Start.')
}

function agentPiece(node: FlowNode, sequence: Sequence): Piece {
  const { flow, stepOf } = sequence
  const tools = connectedTo(flow, node, 'tools')
  return talkPiece(node, sequence, {
    prefix: tools.length > 0 ? 'agent' : 'llm',
    returnAs: 'userMessage',
    inputs: tools.length > 0 ? agentInputs(node, tools, sequence) : {},
    change: readStateChange(node, { stepOf, output: 'output' }),
  })
}

interface Talk {
  prefix: 'agent' | 'llm'
  returnAs: 'userMessage' | 'assistantMessage'
  /** Beside those of every step that talks to a model. */
  inputs: Readonly<Record<string, unknown>>
  change: StateChange
}

/** A step that talks to a model, and what changes the state after it. */
function talkPiece(node: FlowNode, sequence: Sequence, { prefix, returnAs, inputs, change }: Talk): Piece {
  const { stepOf, drawing } = sequence
  const id = idOf(node, sequence)
  drawing.add({
    id,
    name: `${prefix}Agentflow`,
    label: labelOf(node),
    position: node.position,
    inputs: {
      ...modelOf(node, `${prefix}Model`, sequence),
      ...talkInputs(prefix, node, { stepOf, returnAs }),
      ...inputs,
      ...stateRows(prefix, change, sequence),
    },
  })
  return withStateCode(node, id, change, sequence)
}

function agentInputs(node: FlowNode, tools: readonly FlowNode[], sequence: Sequence) {
  const maxIterations = textOf(node, 'maxIterations').trim()
  return {
    ...toolRows(tools, sequence, isOn(node, 'interrupt')),
    ...(maxIterations !== '' && { agentMaxIterations: Number(maxIterations) }),
    ...(isOn(node, 'interrupt') && {
      agentApproveText: textOf(node, 'approveButtonText') || 'Yes',
      agentRejectText: textOf(node, 'rejectButtonText') || 'No',
    }),
  }
}

/** Rows of the state, unless code says how the state changes. */
function stateRows(prefix: string, change: StateChange, { state }: Sequence) {
  return change.by === 'rows' && state.code === undefined ? { [`${prefix}UpdateState`]: change.rows } : {}
}

/** A step, and the function that changes the state after it where code does. */
function withStateCode(node: FlowNode, id: string, change: StateChange, sequence: Sequence): Piece {
  const { state, drawing } = sequence
  if (change.by === 'rows' && (state.code === undefined || change.rows.length === 0)) {
    return { entry: id, leaves: () => [{ id }] }
  }
  const variables =
    change.by === 'code'
      ? [{ variableName: 'output', variableValue: `{{${id}.output}}` }]
      : change.rows.map(({ value }, index) => ({ variableName: `value${index}`, variableValue: ownOutput(value, id) }))
  const code =
    change.by === 'code'
      ? olderCode(change.code)
      : `return { ${change.rows.map(({ key }, index) => `${JSON.stringify(key)}: $value${index}`).join(', ')} }`
  const step = drawing.reserve('customFunctionAgentflow', node.id)
  addFunction(
    sequence,
    step,
    {
      label: `${labelOf(node)}: state`,
      code: state.code === undefined ? code : reducedCode(code, state.code),
      variables,
      at: node,
      offset: 1,
    },
    'state',
  )
  drawing.connect({ id }, step)
  return { entry: id, leaves: () => [{ id: step }], isSilent: true }
}

/** `{{output.x}}` is known only in the step itself; after it, the step is named. */
function ownOutput(value: string, id: string): string {
  return value === '{{output}}' ? `{{${id}}}` : value.replace('{{output.', `{{${id}.output.`)
}

function llmPiece(node: FlowNode, sequence: Sequence): Piece {
  const { flow, stepOf } = sequence
  const toolNodes = sequence.toolNodesOf(node)
  const tools = toolNodes.flatMap((each) => connectedTo(flow, each, 'tools'))
  const prefix = toolNodes.length > 0 ? 'agent' : 'llm'
  const own = readStateChange(node, { stepOf, output: 'output' })
  const change = toolNodes.reduce((all, each) => bothChanges(all, toolChange(each, sequence)), own as StateChange)
  const structured = structuredRows(node, 'llmStructuredOutput')
  const asking = toolNodes.find((each) => isOn(each, 'interrupt'))
  const piece = talkPiece(node, sequence, {
    prefix,
    returnAs: 'assistantMessage',
    inputs: {
      ...(toolNodes.length > 0 && agentInputs(asking ?? node, tools, sequence)),
      ...(structured.length > 0 && { [`${prefix}StructuredOutput`]: structured }),
    },
    change,
  })
  return toolNodes.length > 0 ? afterTools(node, { id: idOf(node, sequence), piece }, sequence) : piece
}

/** Outputs of a node that runs tools are a list of them. */
function toolChange(node: FlowNode, { stepOf }: Sequence): StateChange {
  const rename = (written: string): string => {
    if (written.trim() === '$flow.output') return '$flow.output.usedTools'
    return written.replace('$flow.output[', '$flow.output.usedTools[')
  }
  const change = readStateChange(node, { stepOf, output: 'output', rename })
  return change.by === 'rows'
    ? change
    : { by: 'code', code: `$flow = { ...$flow, output: $flow.output?.usedTools ?? [] }\n${change.code}` }
}

function bothChanges(one: StateChange, other: StateChange): StateChange {
  if (one.by === 'rows' && other.by === 'rows') return { by: 'rows', rows: [...one.rows, ...other.rows] }
  return one.by === 'code' ? one : other
}

/** What comes after tools comes only if tools were used; without them the older product ends. */
function afterTools(node: FlowNode, { id, piece }: { id: string; piece: Piece }, sequence: Sequence): Piece {
  const { drawing } = sequence
  const [exit = { id }] = piece.leaves('')
  const decides = drawing.reserve('conditionAgentflow', node.id)
  drawing.add({
    id: decides,
    name: 'conditionAgentflow',
    label: `${labelOf(node)}: tools used?`,
    position: below(node, 2),
    inputs: {
      conditions: [
        { type: 'string', value1: `{{${id}.output.usedTools}}`, operation: 'contains', value2: 'toolInput' },
      ],
    },
  })
  drawing.connect(exit, decides)
  const used = { id: decides, output: 0 }
  const without = { id: decides, output: 1 }
  return { entry: piece.entry, leaves: (handle) => [handle === AFTER_TOOLS ? used : without], exits: [used, without] }
}

function conditionPiece(node: FlowNode, sequence: Sequence): Piece {
  const { stepOf } = sequence
  const code = conditionCode(node)
  if (code === undefined) return decision(node, tabled(node, { stepOf }), sequence)
  return codedDecision(node, { code, variables: [] }, sequence)
}

/** The model answers, apart from the conversation; then its answer is compared. */
function conditionAgentPiece(node: FlowNode, sequence: Sequence): Piece {
  const { stepOf, drawing } = sequence
  const id = drawing.reserve('llmAgentflow', node.id)
  const structured = structuredRows(node, 'conditionAgentStructuredOutput')
  drawing.add({
    id,
    name: 'llmAgentflow',
    label: `${labelOf(node)}: question`,
    position: below(node, -1),
    inputs: {
      ...modelOf(node, 'llmModel', sequence),
      ...talkInputs('llm', node, { stepOf, returnAs: 'assistantMessage' }),
      ...(structured.length > 0 && { llmStructuredOutput: structured }),
      llmOutOfMemory: true,
    },
  })
  const code = conditionCode(node)
  const piece =
    code === undefined
      ? decision(node, tabled(node, { output: id, stepOf }), sequence)
      : codedDecision(
          node,
          { code, variables: [{ variableName: 'output', variableValue: `{{${id}.output}}` }] },
          sequence,
        )
  drawing.connect({ id }, piece.entry)
  return { ...piece, entry: id }
}

function codedDecision(
  node: FlowNode,
  { code, variables }: { code: string; variables: { variableName: string; variableValue: string }[] },
  sequence: Sequence,
): Piece {
  const id = sequence.drawing.reserve('customFunctionAgentflow', node.id)
  const label = `${labelOf(node)}: code`
  const own = olderCode(code, variables.length > 0)
  addFunction(sequence, id, { label, code: own, variables, at: node, offset: 1 }, 'result')
  const piece = decision(node, coded(node, id), sequence)
  sequence.drawing.connect({ id }, piece.entry)
  return { ...piece, entry: id }
}

function decision(node: FlowNode, condition: OlderCondition, sequence: Sequence): Piece {
  const id = idOf(node, sequence)
  sequence.drawing.add({
    id,
    name: 'conditionAgentflow',
    label: labelOf(node),
    position: node.position,
    inputs: { conditions: condition.rows },
  })
  return {
    entry: id,
    leaves: (handle) => outputNumbers(node, handle, condition).map((output) => ({ id, output })),
    exits: Array.from({ length: condition.rows.length + 1 }, (_, output) => ({ id, output })),
  }
}

function loopPiece(node: FlowNode, sequence: Sequence): Piece {
  const id = idOf(node, sequence)
  const target = sequence.targetOfLoop(node)
  sequence.drawing.add({
    id,
    name: 'loopAgentflow',
    label: `Back to ${labelOf(target)}`,
    position: node.position,
    inputs: {
      loopBackToNode: `${sequence.entryOf(target)}-${labelOf(target)}`,
      maxLoopCount: MOST_PASSES,
      fallbackMessage: LAST_MESSAGE,
    },
  })
  return { entry: id, leaves: () => [] }
}

function executeFlowPiece(node: FlowNode, sequence: Sequence): Piece {
  const { stepOf } = sequence
  const id = idOf(node, sequence)
  const written = textOf(node, 'seqExecuteFlowInput')
  const input = written === 'userQuestion' || written === '' ? '{{question}}' : withReferences(node, written, stepOf)
  sequence.drawing.add({
    id,
    name: 'executeFlowAgentflow',
    label: labelOf(node),
    position: node.position,
    credential: node.data.credential,
    inputs: {
      executeFlowSelectedFlow: textOf(node, 'selectedFlow'),
      executeFlowInput: input,
      executeFlowOverrideConfig: overridesOf(node),
      executeFlowBaseURL: textOf(node, 'baseURL'),
      executeFlowReturnResponseAs: returnAsOf(node),
    },
  })
  return { entry: id, leaves: () => [{ id }] }
}

/** A session of its own for each question, where the author wanted one. */
function overridesOf(node: FlowNode): unknown {
  const { overrideConfig = '' } = node.data.inputs
  if (!isOn(node, 'startNewSession')) return overrideConfig
  const own = Object.fromEntries(
    variablesOf(node, 'overrideConfig').map(({ variableName, variableValue }) => [variableName, variableValue]),
  )
  return { sessionId: '{{$flow.sessionId}} {{current_date_time}}', ...own }
}

function returnAsOf(node: FlowNode): 'userMessage' | 'assistantMessage' {
  return textOf(node, 'returnValueAs') === 'humanMessage' ? 'userMessage' : 'assistantMessage'
}

function functionPiece(node: FlowNode, sequence: Sequence): Piece {
  const { stepOf, state } = sequence
  const id = idOf(node, sequence)
  const isState = textOf(node, 'returnValueAs') === 'stateObj'
  const variables = variablesOf(node, 'functionInputVariables').map(({ variableName, variableValue }) => ({
    variableName,
    variableValue: referenceOf(variableValue, { stepOf }) ?? withReferences(node, variableValue, stepOf),
  }))
  const code = olderCode(textOf(node, 'javascriptFunction'), false)
  const reduced = isState && state.code !== undefined ? reducedCode(code, state.code) : code
  addFunction(
    sequence,
    id,
    { label: labelOf(node), code: reduced, variables, at: node, offset: 0 },
    isState ? 'state' : returnAsOf(node),
  )
  return { entry: id, leaves: () => [{ id }], isSilent: isState }
}
