import type { Flow, FlowNode } from '../document.ts'
import { chosenIn, toolRows } from './chosen-parts.ts'
import { callName, connectedTo, isOn, nameOf, Refused, textOf, type Describe } from './older-flow.ts'
import { fillPrompt, promptValues } from './prompt-text.ts'
import { addUtilityFunction, moderationRows, utilityFunctions } from './sequence.ts'
import { createStepDrawing, type Ids, type StepDrawing } from './step-drawing.ts'

/** What the supervisor says when nobody need act any more. */
const FINISH = 'FINISH'
const MOST_TURNS = 100

interface Team {
  flow: Flow
  describe: Describe
  drawing: StepDrawing
  supervisor: FlowNode
  workers: { node: FlowNode; id: string; name: string; label: string }[]
  /** What the prompts of workers speak of runs before anybody works. */
  functions: { node: FlowNode; id: string }[]
  ids: Record<'start' | 'supervisor' | 'choice' | 'back' | 'answered' | 'answer' | 'words', string>
}

/** A supervisor and its workers: one model says who acts next, until it says that all is done. */
export function convertTeam(flow: Flow, { describe, ids }: { describe: Describe; ids: Ids }): Flow {
  const supervisor = onlySupervisor(flow)
  const drawing = createStepDrawing(describe, ids)
  const reserve = (name: string): string => drawing.reserve(name, supervisor.id)
  const supervised = reserve('llmAgentflow')
  const workers = workersOf(flow, supervisor, drawing)
  const team: Team = {
    flow,
    describe,
    drawing,
    supervisor,
    workers,
    functions: utilityFunctions(flow, [supervisor, ...workers.map(({ node }) => node)]).map((node) => ({
      node,
      id: drawing.reserve('customFunctionAgentflow', node.id),
    })),
    ids: {
      supervisor: supervised,
      start: reserve('startAgentflow'),
      choice: reserve('conditionAgentflow'),
      back: reserve('loopAgentflow'),
      answered: reserve('conditionAgentflow'),
      answer: reserve('directReplyAgentflow'),
      words: reserve('directReplyAgentflow'),
    },
  }
  drawStart(team)
  drawSupervisor(team)
  drawFunctions(team)
  drawChoice(team)
  for (const worker of team.workers) drawWorker(team, worker)
  drawBack(team)
  drawAnswer(team)
  return drawing.flow()
}

function onlySupervisor(flow: Flow): FlowNode {
  const [supervisor, other] = flow.nodes.filter(({ data }) => data.name === 'supervisor')
  const [first] = flow.nodes
  if (!supervisor) throw new Refused(first!, 'This flow has workers but no supervisor.', 'Add a supervisor.')
  if (other) throw new Refused(other, 'This flow has more than one supervisor.', 'Keep one and delete the other.')
  return supervisor
}

function workersOf(flow: Flow, supervisor: FlowNode, drawing: StepDrawing): Team['workers'] {
  const workers = flow.nodes.filter(({ data }) => data.name === 'worker')
  const own = workers.filter((node) => connectedTo(flow, node, 'supervisor').some(({ id }) => id === supervisor.id))
  if (own.length === 0) throw new Refused(supervisor, 'The supervisor has no workers.', 'Connect a worker to it.')
  return own.map((node) => {
    const label = nameOf(node.data) ?? node.data.label
    const isTooled = connectedTo(flow, node, 'tools').length > 0
    return {
      node,
      id: drawing.reserve(isTooled ? 'agentAgentflow' : 'llmAgentflow', node.id),
      name: callName(label),
      label,
    }
  })
}

function drawStart(team: Team): void {
  const { supervisor, drawing, ids, flow } = team
  drawing.add({
    id: ids.start,
    name: 'startAgentflow',
    label: 'Start',
    position: { x: supervisor.position.x - 220, y: supervisor.position.y },
    inputs: {
      startInputType: 'chatInput',
      startEphemeralMemory: connectedTo(flow, supervisor, 'agentMemory').length === 0,
      startState: [
        { key: 'next', value: '', type: 'replace' },
        { key: 'instructions', value: '', type: 'replace' },
        { key: 'answer', value: '', type: 'replace' },
      ],
      startParallel: false,
      startModeration: moderationRows(supervisor, team),
    },
  })
}

function drawFunctions({ drawing, functions, ids }: Team): void {
  for (const { node, id } of functions) addUtilityFunction({ drawing }, id, node)
  let last = ids.start
  for (const next of [...functions.map(({ id }) => id), ids.supervisor]) {
    drawing.connect({ id: last }, next)
    last = next
  }
}

function drawSupervisor(team: Team): void {
  const { supervisor, drawing, ids, workers } = team
  const names = workers.map(({ name }) => name)
  const values = new Map([['team_members', names.join(', ')]])
  const isSumming = isOn(supervisor, 'summarization')
  const asked = `Given the conversation so far, who acts next? Answer with one of: ${[FINISH, ...names].join(', ')}.`
  drawing.add({
    id: ids.supervisor,
    name: 'llmAgentflow',
    label: nameOf(supervisor.data) ?? 'Supervisor',
    position: supervisor.position,
    inputs: {
      ...modelOf(supervisor, 'llmModel', team),
      llmMessages: [{ role: 'system', content: fillPrompt(textOf(supervisor, 'supervisorPrompt') || PROMPT, values) }],
      llmEnableMemory: true,
      llmUserMessage: asked,
      llmOutOfMemory: true,
      llmStructuredOutput: [
        field('reasoning', 'Why this comes next.'),
        { ...field('next', `Who acts next, or ${FINISH}.`), type: 'enum', enumValues: [FINISH, ...names].join(', ') },
        field(
          'instructions',
          isSumming
            ? `The worker's task. With ${FINISH}: the complete answer to the request, based on everything the team found.`
            : `The worker's task. With ${FINISH}: the answer to the request.`,
        ),
      ],
      llmUpdateState: [
        { key: 'next', value: '{{output.next}}' },
        { key: 'instructions', value: '{{output.instructions}}' },
      ],
    },
  })
}

function field(key: string, description: string) {
  return { key, type: 'string', enumValues: '', jsonSchema: '', description }
}

const PROMPT = `You lead a team of workers: {team_members}.
Say for the request which of them acts next. Each does its task and reports what came of it.
When the request is dealt with, answer ${FINISH}. Take as few steps as you can.`

function drawChoice({ supervisor, drawing, ids, workers }: Team): void {
  drawing.add({
    id: ids.choice,
    name: 'conditionAgentflow',
    label: 'Who acts next?',
    position: { x: supervisor.position.x + 260, y: supervisor.position.y },
    inputs: {
      conditions: workers.map(({ name }) => ({
        type: 'string',
        value1: '{{$flow.state.next}}',
        operation: 'equal',
        value2: name,
      })),
    },
  })
  drawing.connect({ id: ids.supervisor }, ids.choice)
}

function drawWorker(team: Team, { node, id, label }: Team['workers'][number]): void {
  const { drawing, ids, workers, functions, flow } = team
  const tools = connectedTo(flow, node, 'tools')
  const prefix = tools.length > 0 ? 'agent' : 'llm'
  const values = promptValues(node, 'promptValues', (nodeId) => functions.find((each) => each.node.id === nodeId)?.id)
  const names = workers.map((worker) => worker.name).join(', ')
  const written = fillPrompt(textOf(node, 'workerPrompt'), values)
  const together = `${written}\nWork on your own, by what you are good at, without asking back. You are one of this team: ${names}.`
  const limit = textOf(node, 'maxIterations').trim()
  drawing.add({
    id,
    name: `${prefix}Agentflow`,
    label,
    position: node.position,
    inputs: {
      ...modelOf(node, `${prefix}Model`, team),
      [`${prefix}Messages`]: [{ role: 'system', content: together }],
      [`${prefix}EnableMemory`]: true,
      [`${prefix}UserMessage`]: '{{$flow.state.instructions}}',
      [`${prefix}ReturnResponseAs`]: 'userMessage',
      ...(tools.length > 0 && toolRows(tools, team, false)),
      ...(tools.length > 0 && limit !== '' && { agentMaxIterations: Number(limit) }),
      [`${prefix}UpdateState`]: [{ key: 'answer', value: '{{output}}' }],
    },
  })
  drawing.connect({ id: ids.choice, output: workers.findIndex((worker) => worker.id === id) }, id)
}

function drawBack({ supervisor, drawing, ids, workers }: Team): void {
  const label = nameOf(supervisor.data) ?? 'Supervisor'
  // Each round is two steps of the older graph.
  const limit = Number(textOf(supervisor, 'recursionLimit') || MOST_TURNS)
  drawing.add({
    id: ids.back,
    name: 'loopAgentflow',
    label: `Back to ${label}`,
    position: { x: supervisor.position.x + 520, y: supervisor.position.y + 320 },
    inputs: {
      loopBackToNode: `${ids.supervisor}-${label}`,
      maxLoopCount: Math.max(1, Math.floor((Number.isFinite(limit) ? limit : MOST_TURNS) / 2)),
      fallbackMessage: '{{$flow.state.answer}}',
    },
  })
  for (const { id } of workers) drawing.connect({ id }, ids.back)
}

/** What the last worker said, or what the supervisor said where nobody else did. */
function drawAnswer({ supervisor, drawing, ids, workers }: Team): void {
  const at = (dx: number, dy: number) => ({ x: supervisor.position.x + dx, y: supervisor.position.y + dy })
  const last = { id: ids.choice, output: workers.length }
  const reply = (id: string, label: string, message: string, position: { x: number; y: number }): void =>
    drawing.add({ id, name: 'directReplyAgentflow', label, position, inputs: { directReplyMessage: message } })
  reply(ids.words, "Supervisor's words", '{{$flow.state.instructions}}', at(780, 140))
  if (isOn(supervisor, 'summarization')) {
    drawing.connect(last, ids.words)
    return
  }
  drawing.add({
    id: ids.answered,
    name: 'conditionAgentflow',
    label: 'Has anyone answered?',
    position: at(520, 140),
    inputs: {
      conditions: [{ type: 'string', value1: '{{$flow.state.answer}}', operation: 'notEmpty', value2: '' }],
    },
  })
  reply(ids.answer, 'Answer', '{{$flow.state.answer}}', at(780, 0))
  drawing.connect(last, ids.answered)
  drawing.connect({ id: ids.answered, output: 0 }, ids.answer)
  drawing.connect({ id: ids.answered, output: 1 }, ids.words)
}

function modelOf(node: FlowNode, input: string, team: Team) {
  const [model] = [...connectedTo(team.flow, node, 'model'), ...connectedTo(team.flow, team.supervisor, 'model')]
  if (model) return chosenIn(input, model, team)
  throw new Refused(
    node,
    `"${nameOf(node.data) ?? node.data.label}" has no chat model.`,
    'Connect a chat model to the supervisor.',
  )
}
