import { expect, test } from 'vitest'

import { shiftNodes } from './arrange.ts'
import { canvasKind, initialState } from './canvas-state.ts'
import { createCanvas } from './canvas-store.ts'
import { edited } from './catalogue.fixture.ts'
import { dropNodes } from './drop-steps.ts'
import { fittingPlaces } from './fitting-handles.ts'
import { layoutFlow } from './layout.ts'
import { growContainers } from './container-room.ts'
import { newAgentFlow } from './new-agent-flow.ts'
import { nodeGeometry } from './node-geometry.ts'
import { offeredNodes } from './offered-nodes.ts'
import { createProjection } from './project-flow.ts'
import { branchWords } from '../../../lib/steps/step-branches.ts'
import { nodeSummary, rowText } from './node-summary.ts'
import { rowPieces } from './step-summary.ts'
import { addStepTo, drawSteps, stepDescription, stepDescriptions, stepOf } from './steps.fixture.ts'

const NOTHING = { selectedNodes: new Set<string>(), selectedEdges: new Set<string>(), dragged: {} }
const nameEdge = () => ''
const start = stepOf('startAgentflow_0')
const centre = { x: 150, y: 150 }
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
const paths = (flow: { edges: { source: string; target: string }[] }) =>
  flow.edges.map(({ source, target }) => `${source} > ${target}`)

test('a step has its way in on the left, its only way out on the right, and a row for each of several', () => {
  expect(nodeGeometry(start).ports.map(({ side }) => side)).toEqual(['output'])
  expect(nodeGeometry(stepOf('loopAgentflow_0')).ports).toEqual([{ id: 'loopAgentflow_0', side: 'input', y: 22 }])
  const branches = nodeGeometry(stepOf('conditionAgentflow_0')).ports.filter(({ side }) => side === 'output')
  expect(branches.map(({ id }) => id)).toEqual(['conditionAgentflow_0-output-0', 'conditionAgentflow_0-output-1'])
  expect(branches[1]!.y - branches[0]!.y).toBe(24)
})

test('branches say what their author wrote, and edges say it too', () => {
  const rows = [
    { type: 'string', value1: '<p>{{ $flow.state.topic }}</p>', operation: 'equal', value2: 'billing' },
    { type: 'string', value1: '', operation: 'equal', value2: '' },
    { type: 'string', value1: '{{ llmAgentflow_1.output.verdict }}', operation: 'equal', value2: 'again' },
    { type: 'string', value1: '{{ llmAgentflow_1 }}', operation: 'equal', value2: 'done' },
    {
      type: 'string',
      value1: '<p>{{ llmAgentflow_1.output.verdict }}</p>',
      operation: 'equal',
      value2: '<p>{{ llmAgentflow_2.output.verdict }}</p>',
    },
  ]
  const condition = stepOf('conditionAgentflow_0', { conditions: rows })
  const labels = new Map([
    ['llmAgentflow_1', 'Writer'],
    ['llmAgentflow_2', 'Critic'],
  ])
  const words = (output: number) =>
    branchWords(condition, `conditionAgentflow_0-output-${output}`, (id) => labels.get(id))
  expect([0, 1, 2, 3, 4, 5].map(words)).toEqual([
    { text: 'topic equal billing' },
    { word: 'row', number: 2 },
    { text: 'verdict equal again' },
    { text: 'Writer equal done' },
    { text: 'Writer verdict equal Critic verdict' },
    { word: 'otherwise' },
  ])
  const human = stepOf('humanInputAgentflow_0')
  expect(branchWords(human, 'humanInputAgentflow_0-output-1', () => undefined)).toEqual({ word: 'reject' })
  const flow = drawSteps([human, stepOf('llmAgentflow_0')], ['humanInputAgentflow_0:0 > llmAgentflow_0'])
  expect(createProjection(nameEdge).edges(flow, NOTHING)[0]?.data?.branch).toEqual({ word: 'proceed' })
})

test('an edge is drawn anew when the row it stands for changes, and not when another step does', () => {
  const flow = drawSteps(
    [stepOf('conditionAgentflow_0'), stepOf('llmAgentflow_0'), stepOf('llmAgentflow_1')],
    ['conditionAgentflow_0:0 > llmAgentflow_0', 'llmAgentflow_0 > llmAgentflow_1'],
  )
  const projection = createProjection(nameEdge)
  const before = projection.edges(flow, NOTHING)
  const nodes = flow.nodes.map((node) => ({ ...node, data: { ...node.data } }))
  const after = projection.edges({ ...flow, nodes }, NOTHING)
  expect(after.map((edge, index) => edge === before[index])).toEqual([false, true])
})

test('an edge whose branch is called after a step is drawn anew when that step is renamed', () => {
  const rows = [{ type: 'string', value1: '{{ llmAgentflow_0 }}', operation: 'equal', value2: 'done' }]
  const flow = drawSteps(
    [stepOf('llmAgentflow_0'), stepOf('conditionAgentflow_0', { conditions: rows }), stepOf('llmAgentflow_1')],
    ['conditionAgentflow_0:0 > llmAgentflow_1'],
  )
  const projection = createProjection(nameEdge)
  const words = (drawn: typeof flow) => projection.edges(drawn, NOTHING)[0]?.data?.branch
  expect(words(flow)).toEqual({ text: 'LLM 0 equal done' })
  expect(words(edited(flow, [{ do: 'rename', id: 'llmAgentflow_0', label: 'Writer' }]))).toEqual({
    text: 'Writer equal done',
  })
})

test('a container is drawn before what stands in it, wherever the file has it', () => {
  const inside = stepOf('llmAgentflow_0', {}, { parentNode: 'iterationAgentflow_0' })
  const drawn = createProjection(nameEdge).nodes(drawSteps([inside, stepOf('iterationAgentflow_0')]), NOTHING)
  expect(drawn.map(({ id, parentId }) => [id, parentId])).toEqual([
    ['iterationAgentflow_0', undefined],
    ['llmAgentflow_0', 'iterationAgentflow_0'],
  ])
})

test('a step dropped into a container belongs to it, and dragged out no longer', () => {
  const flow = drawSteps([stepOf('iterationAgentflow_0', {}, { width: 600, height: 400 }), stepOf('llmAgentflow_0')])
  const drop = (present: typeof flow, places: Parameters<typeof dropNodes>[1]) =>
    edited(present, (draft) => dropNodes(draft, places))
  const dropped = drop(flow, { llmAgentflow_0: { x: 100, y: 120 } })
  expect(dropped.nodes[1]).toMatchObject({ parentNode: 'iterationAgentflow_0', position: { x: 100, y: 120 } })
  const moved = drop(dropped, { iterationAgentflow_0: { x: 500, y: 0 } })
  expect(moved.nodes[1]).toMatchObject({ parentNode: 'iterationAgentflow_0', position: { x: 100, y: 120 } })
  const out = drop(moved, { llmAgentflow_0: { x: 2000, y: 0 } })
  expect(out.nodes[1]?.['parentNode']).toBeUndefined()
  expect(out.nodes[1]?.position).toEqual({ x: 2500, y: 0 })
})

test('arrow keys move a container and what stands in it once', () => {
  const inside = stepOf('llmAgentflow_0', {}, { parentNode: 'iterationAgentflow_0' })
  const flow = drawSteps([stepOf('iterationAgentflow_0'), inside])
  const places = shiftNodes(flow, new Set(['iterationAgentflow_0', 'llmAgentflow_0']), { x: 1, y: 0 })
  expect(Object.keys(places)).toEqual(['iterationAgentflow_0'])
})

test('the palette offers steps to a flow of agents, and everything else to a chat flow', () => {
  const offered = (kind: 'chat' | 'agents', more = {}) =>
    names(offeredNodes(stepDescriptions, { kind, hasStart: true, flow: undefined, request: undefined, ...more }))
  expect(offered('chat')).toContain('chatModel')
  expect(offered('chat').filter((name) => name.endsWith('Agentflow'))).toEqual([])
  expect(offered('agents')).not.toContain('chatModel')
  expect(offered('agents')).not.toContain('startAgentflow')
  expect(offered('agents', { hasStart: false })).toContain('startAgentflow')
  const flow = drawSteps([start, stepOf('llmAgentflow_0')], ['startAgentflow_0 > llmAgentflow_0'])
  const request = { kind: 'insert' as const, edge: flow.edges[0]! }
  expect(offered('agents', { flow, request })).not.toContain('loopAgentflow')
})

test('a step from the palette is joined to what it was wanted for, in its container', () => {
  const inside = stepOf('llmAgentflow_0', {}, { parentNode: 'iterationAgentflow_0' })
  const flow = drawSteps([start, stepOf('iterationAgentflow_0'), inside])
  const end = { nodeId: 'llmAgentflow_0', handleId: 'llmAgentflow_0-output-llmAgentflow', side: 'output' as const }
  const next = addStepTo(flow, {
    description: stepDescription('llmAgentflow'),
    request: { kind: 'connect', end },
    centre,
  })
  expect(paths(next)).toEqual(['llmAgentflow_0 > llmAgentflow_1'])
  expect(next.nodes.at(-1)).toMatchObject({ id: 'llmAgentflow_1', parentNode: 'iterationAgentflow_0' })
})

test('a step put into an edge leaves no gap', () => {
  const flow = drawSteps([start, stepOf('llmAgentflow_0')], ['startAgentflow_0 > llmAgentflow_0'])
  const next = addStepTo(flow, {
    description: stepDescription('conditionAgentflow'),
    request: { kind: 'insert', edge: flow.edges[0]! },
    centre,
  })
  expect(paths(next)).toEqual(['startAgentflow_0 > conditionAgentflow_0', 'conditionAgentflow_0 > llmAgentflow_0'])
})

test('a connection being drawn is offered every step that may follow', () => {
  const flow = drawSteps([start, stepOf('llmAgentflow_0'), stepOf('loopAgentflow_0')])
  const end = { nodeId: 'llmAgentflow_0', handleId: 'llmAgentflow_0-output-llmAgentflow', side: 'output' as const }
  expect(fittingPlaces(flow, end).map(({ handleId }) => handleId)).toEqual(['loopAgentflow_0'])
})

test('tidying puts steps behind each other, and makes room for what stands in a container', async () => {
  const inside = [0, 1].map((number) => stepOf(`llmAgentflow_${number}`, {}, { parentNode: 'iterationAgentflow_0' }))
  const flow = drawSteps(
    [start, stepOf('iterationAgentflow_0'), ...inside, stepOf('directReplyAgentflow_0')],
    [
      'startAgentflow_0 > iterationAgentflow_0',
      'iterationAgentflow_0 > directReplyAgentflow_0',
      'llmAgentflow_0 > llmAgentflow_1',
    ],
  )
  const places = await layoutFlow(flow)
  const placed = edited(flow, (draft) => {
    draft.try({ do: 'move', places })
    growContainers(draft)
  })
  const box = (id: string) => {
    const node = placed.nodes.find((each) => each.id === id)!
    return { ...node.position, ...nodeGeometry(node) }
  }
  const [around, last] = [box('iterationAgentflow_0'), box('llmAgentflow_1')]
  expect(last.x).toBeGreaterThan(box('llmAgentflow_0').x + 300)
  expect(last.x + last.width).toBeLessThan(around.width)
  expect(box('directReplyAgentflow_0').x).toBeGreaterThan(around.x + around.width)
})

test('a card says what was chosen inside the step, and what the step is told', () => {
  const llm = stepOf('llmAgentflow_0', {
    llmModel: 'chatModel',
    llmModelConfig: { modelName: 'gpt-4o', llmModel: 'chatModel' },
    llmUserMessage: '<p>Answer {{ question }}</p>',
  })
  const describe = (name: string) => stepDescriptions.find((description) => description.name === name)
  const around = { describe, labelOf: (): string | undefined => undefined }
  const param = (node: typeof llm, name: string) => node.data.inputParams.find((each) => each.name === name)!
  expect(nodeSummary(llm, around)).toBe('gpt-4o')
  expect(rowPieces(llm, param(llm, 'llmUserMessage'), around)).toEqual(['Answer ', 'question', ''])
  const loop = stepOf('loopAgentflow_0', { loopBackToNode: 'llmAgentflow_0-LLM 0' })
  expect(rowText(loop, param(loop, 'loopBackToNode'), { describe, labelOf: () => 'Writer' })).toBe('↩ Writer')
})

test('a new flow of agents begins with its Start, told to run steps side by side, and is stored as one', () => {
  const flow = newAgentFlow((name) => stepDescriptions.find((description) => description.name === name))
  expect(flow.nodes).toMatchObject([
    {
      id: 'startAgentflow_0',
      position: { x: 100, y: 100 },
      data: { label: 'Start', inputs: { startParallel: true, webhookEnableAuth: true, webhookSignatureType: 'v2' } },
    },
  ])
  const canvas = createCanvas()
  canvas.open({ flow, name: '' })
  expect(canvasKind(canvas.store.getState())).toBe('agents')
  canvas.select({ nodes: new Set(['startAgentflow_0']), edges: new Set() })
  canvas.removeSelected()
  expect(canvasKind(canvas.store.getState())).toBe('agents')
  expect(canvasKind(initialState())).toBe('chat')
})
