import { isAgentflow, isOlderAgentflow } from '../agentflow.ts'
import type { Flow, FlowNode } from '../document.ts'
import { chosenIn, toolRows } from './chosen-parts.ts'
import { convertOlderFlow, type Conversion } from './convert-older.ts'
import { connectedTo, Refused, textOf, type Describe } from './older-flow.ts'
import { moderationRows } from './sequence.ts'
import { createStepDrawing } from './step-drawing.ts'

/** Agents of chat flows that do what the step of that name does. */
const AGENTS: ReadonlySet<string> = new Set([
  'toolAgent',
  'conversationalRetrievalToolAgent',
  'conversationalAgent',
  'reactAgentChat',
  'reactAgentLLM',
])

/** Whether a flow could be drawn as an agent flow: one of the first agent kind, or a chat flow with one agent. */
export function canBecomeAgentFlow(flow: Flow): boolean {
  return !isAgentflow(flow) && (isOlderAgentflow(flow) || agentOf(flow) !== undefined)
}

/** The agent flow that a flow means, or why it cannot be one. */
export function convertToAgentFlow(flow: Flow, describe: Describe): Conversion | undefined {
  if (!canBecomeAgentFlow(flow)) return undefined
  if (isOlderAgentflow(flow)) return convertOlderFlow(flow, { describe, ids: 'new' })
  const agent = agentOf(flow)
  if (!agent) return undefined
  try {
    return { flow: convertAgent(flow, agent, describe) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { refusal: error.refusal }
  }
}

function agentOf(flow: Flow): FlowNode | undefined {
  const [agent, other] = flow.nodes.filter(({ data }) => AGENTS.has(data.name))
  return other ? undefined : agent
}

function convertAgent(flow: Flow, agent: FlowNode, describe: Describe): Flow {
  const around = { flow, describe }
  const [model] = connectedTo(flow, agent, 'model')
  if (!model) throw new Refused(agent, `"${agent.data.label}" has no chat model.`, 'Connect a chat model to it.')
  const [prompt] = connectedTo(flow, agent, 'chatPromptTemplate')
  if (prompt) {
    throw new Refused(
      prompt,
      `Agent flows can't use "${prompt.data.label}".`,
      `Copy its text into the system message of "${agent.data.label}", then delete it.`,
    )
  }
  const drawing = createStepDrawing(describe, 'new')
  const start = drawing.reserve('startAgentflow', agent.id)
  const step = drawing.reserve('agentAgentflow', agent.id)
  const system = textOf(agent, 'systemMessage').trim()
  const limit = textOf(agent, 'maxIterations').trim()
  drawing.add({
    id: start,
    name: 'startAgentflow',
    label: 'Start',
    position: { x: 100, y: 100 },
    inputs: { startInputType: 'chatInput', startModeration: moderationRows(agent, around) },
  })
  drawing.add({
    id: step,
    name: 'agentAgentflow',
    label: agent.data.label,
    position: { x: 360, y: 100 },
    inputs: {
      ...chosenIn('agentModel', model, around),
      agentMessages: system === '' ? [] : [{ role: 'system', content: system }],
      ...toolRows(connectedTo(flow, agent, 'tools'), around, false),
      ...memoryInputs(connectedTo(flow, agent, 'memory')[0]),
      agentReturnResponseAs: 'assistantMessage',
      ...(limit !== '' && { agentMaxIterations: Number(limit) }),
    },
  })
  drawing.connect({ id: start }, step)
  return drawing.flow()
}

/** What the agent remembers, as its memory did. */
function memoryInputs(memory: FlowNode | undefined): Record<string, unknown> {
  if (!memory) return { agentEnableMemory: false }
  switch (memory.data.name) {
    case 'bufferWindowMemory':
      return { ...remembers('windowSize'), agentMemoryWindowSize: Number(textOf(memory, 'k')) || 4 }
    case 'conversationSummaryMemory':
      return remembers('conversationSummary')
    case 'conversationSummaryBufferMemory':
      return {
        ...remembers('conversationSummaryBuffer'),
        agentMemoryMaxTokenLimit: Number(textOf(memory, 'maxTokenLimit')) || 2000,
      }
    default:
      return remembers('allMessages')
  }
}

function remembers(agentMemoryType: string): Record<string, unknown> {
  return { agentEnableMemory: true, agentMemoryType }
}
