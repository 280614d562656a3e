import { describe, expect, test } from 'vitest'
import { canConnect } from '../can-connect.ts'
import { changeRows } from '../commands/change-rows.ts'
import { CONNECTION_REFUSALS, refusalText } from '../edits/refusal.ts'
import { connect } from '../commands/connect.ts'
import { disconnect } from '../commands/disconnect.ts'
import { duplicateNodes } from '../commands/duplicate-nodes.ts'
import { moveNodes } from '../commands/move-nodes.ts'
import { paste } from '../commands/paste.ts'
import { putIntoContainer } from '../commands/put-into-container.ts'
import { removeNodes } from '../commands/remove-nodes.ts'
import { resizeNode } from '../commands/resize-node.ts'
import { setStepInputs } from '../commands/set-step-inputs.ts'
import { updateNodeToDefinition } from '../commands/update-node-to-definition.ts'
import { node } from '../catalogue.fixture.ts'
import type { Flow } from '../document.ts'
import { describeStep, drawSteps, stepConnection, stepNode } from './steps.fixture.ts'

const start = stepNode('startAgentflow_0')
const llm = (number: number, inputs = {}) => stepNode(`llmAgentflow_${number}`, inputs)
const find = (flow: Flow, id: string) => flow.nodes.find((node) => node.id === id)!
const paths = (flow: Flow) => flow.edges.map((edge) => `${edge.sourceHandle.replace('-output-', ':')} > ${edge.target}`)

const met = new Set<string>()

describe('a fresh step', () => {
  test('has the shape in which the older product keeps it', () => {
    expect(start).toMatchObject({
      id: 'startAgentflow_0',
      type: 'agentFlow',
      data: {
        label: 'Start',
        hideInput: true,
        color: '#64B5F6',
        inputAnchors: [],
        outputAnchors: [{ id: 'startAgentflow_0-output-startAgentflow', label: 'Start', name: 'startAgentflow' }],
        outputs: {},
      },
    })
    expect(llm(2).data.label).toBe('LLM 2')
    expect(llm(2).data.inputParams[0]).toMatchObject({
      id: 'llmAgentflow_2-input-llmModel-asyncOptions',
      display: true,
    })
    expect(stepNode('iterationAgentflow_0')).toMatchObject({ type: 'iteration', width: 300, height: 250 })
    expect(stepNode('stickyNoteAgentflow_0')).toMatchObject({ type: 'stickyNote', data: { label: 'Sticky Note' } })
  })

  test('has the outputs that its rows ask for, numbered, and none where its path ends', () => {
    const outputs = (id: string) => stepNode(id).data.outputAnchors
    expect(outputs('conditionAgentflow_0')).toEqual([
      { id: 'conditionAgentflow_0-output-0', label: 0, name: 0, description: 'Condition 0' },
      { id: 'conditionAgentflow_0-output-1', label: 1, name: 1, description: 'Else' },
    ])
    expect(outputs('conditionAgentAgentflow_0').map((output) => output.description)).toEqual([
      'Scenario 0',
      'Scenario 1',
    ])
    expect(outputs('humanInputAgentflow_0').map((output) => output.description)).toEqual(['proceed', 'reject'])
    expect(outputs('loopAgentflow_0')).toEqual([])
    expect(stepNode('loopAgentflow_0').data['hideOutput']).toBe(true)
  })

  test('lists each form of an input by itself, as the older product reads them', () => {
    const rows = stepNode('conditionAgentflow_0').data.inputParams.find(({ name }) => name === 'conditions')
    expect(rows?.type).toBe('array')
  })
})

describe('an edge between steps', () => {
  test('carries the colours, the branch and who decided it', () => {
    const flow = drawSteps(
      [start, stepNode('humanInputAgentflow_0'), llm(0), stepNode('conditionAgentflow_0')],
      [
        'startAgentflow_0 > humanInputAgentflow_0',
        'humanInputAgentflow_0:1 > conditionAgentflow_0',
        'conditionAgentflow_0:1 > llmAgentflow_0',
      ],
    )
    const colours = { sourceColor: '#64B5F6', targetColor: '#64B5F6' }
    expect(flow.edges).toEqual([
      {
        source: 'startAgentflow_0',
        sourceHandle: 'startAgentflow_0-output-startAgentflow',
        target: 'humanInputAgentflow_0',
        targetHandle: 'humanInputAgentflow_0',
        data: { ...colours, isHumanInput: false },
        type: 'agentFlow',
        id: 'startAgentflow_0-startAgentflow_0-output-startAgentflow-humanInputAgentflow_0-humanInputAgentflow_0',
      },
      expect.objectContaining({ data: { ...colours, edgeLabel: 'reject', isHumanInput: true } }),
      expect.objectContaining({ data: { ...colours, edgeLabel: '1', isHumanInput: false } }),
    ])
    expect(find(flow, 'llmAgentflow_0').data.inputs).toEqual(llm(0).data.inputs)
  })

  test('several may come in and go out', () => {
    const flow = drawSteps(
      [start, llm(0), llm(1), llm(2)],
      [
        'startAgentflow_0 > llmAgentflow_0',
        'startAgentflow_0 > llmAgentflow_1',
        'llmAgentflow_0 > llmAgentflow_2',
        'llmAgentflow_1 > llmAgentflow_2',
      ],
    )
    expect(flow.edges).toHaveLength(4)
  })

  test.each([
    ['llmAgentflow_0 > llmAgentflow_0', "can't follow itself"],
    ['llmAgentflow_1 > llmAgentflow_0', 'already leads to'],
    ['llmAgentflow_0 > startAgentflow_0', 'runs start there'],
    ['loopAgentflow_0 > llmAgentflow_1', 'its path ends there'],
    ['llmAgentflow_0 > llmAgentflow_1', 'is already connected to LLM 1'],
    ['llmAgentflow_0:7 > loopAgentflow_0', "doesn't have this output"],
    ['llmAgentflow_0 > stickyNoteAgentflow_0', "note can't be connected"],
    ['llmAgentflow_1 > llmAgentflow_5', "aren't in the same container"],
    ['llmAgentflow_1 > llmAgentflow_9', 'no longer on the canvas'],
  ])('%s is refused', (text, reason) => {
    const inside = stepNode('llmAgentflow_5', {}, { parentNode: 'iterationAgentflow_0', extent: 'parent' })
    const flow = drawSteps(
      [
        start,
        llm(0),
        llm(1),
        stepNode('loopAgentflow_0'),
        stepNode('stickyNoteAgentflow_0'),
        stepNode('iterationAgentflow_0'),
        inside,
      ],
      ['startAgentflow_0 > llmAgentflow_0', 'llmAgentflow_0 > llmAgentflow_1'],
    )
    const verdict = canConnect(flow, stepConnection(text))
    expect(verdict.ok ? 'it was drawn' : refusalText(verdict.refusal)).toContain(reason)
    if (!verdict.ok) met.add(verdict.refusal.code)
    expect(connect(stepConnection(text))(flow)).toBe(flow)
  })

  test('every refusal between steps is met above', () => {
    const own = Object.keys(CONNECTION_REFUSALS).filter((code) => /^(step|note|other)-/.test(code))
    expect(own.filter((code) => !met.has(code))).toEqual([])
  })

  test('goes without touching what a step holds', () => {
    const flow = drawSteps(
      [start, llm(0, { llmMessages: [{ role: 'user', content: '{{startAgentflow_0}}' }] })],
      ['startAgentflow_0 > llmAgentflow_0'],
    )
    const cut = disconnect(flow.edges[0]!.id)(flow)
    expect(cut.edges).toEqual([])
    expect(find(cut, 'llmAgentflow_0')).toBe(find(flow, 'llmAgentflow_0'))
  })
})

describe('rows of a decision', () => {
  const rows = (...values: string[]) => values.map((value1) => ({ type: 'string', value1, operation: 'equal' }))
  const place = { nodeId: 'conditionAgentflow_0', description: describeStep('conditionAgentflow'), name: 'conditions' }
  const grown = setStepInputs({
    nodeId: 'conditionAgentflow_0',
    description: place.description,
    values: { conditions: rows('a', 'b', 'c') },
  })({ nodes: [start, stepNode('conditionAgentflow_0'), llm(0), llm(1), llm(2), llm(3)], edges: [] })
  const drawn = drawSteps(grown.nodes, [
    'conditionAgentflow_0:0 > llmAgentflow_0',
    'conditionAgentflow_0:1 > llmAgentflow_1',
    'conditionAgentflow_0:2 > llmAgentflow_2',
    'conditionAgentflow_0:3 > llmAgentflow_3',
  ])

  test('one taken out takes its own edges along, and the others stay with their rows', () => {
    const flow = changeRows(place, { type: 'remove', row: 1 })(drawn)
    expect(paths(flow)).toEqual([
      'conditionAgentflow_0:0 > llmAgentflow_0',
      'conditionAgentflow_0:1 > llmAgentflow_2',
      'conditionAgentflow_0:2 > llmAgentflow_3',
    ])
    expect(flow.edges.map((edge) => edge.data?.['edgeLabel'])).toEqual(['0', '1', '2'])
    expect(find(flow, 'conditionAgentflow_0').data.inputs['conditions']).toEqual(rows('a', 'c'))
    expect(find(flow, 'conditionAgentflow_0').data.outputAnchors.map((output) => output.description)).toEqual([
      'Condition 0',
      'Condition 1',
      'Else',
    ])
  })

  test('a new one leaves "none of these" to the edges that had it', () => {
    expect(paths(changeRows(place, { type: 'add' })(drawn)).at(-1)).toBe('conditionAgentflow_0:4 > llmAgentflow_3')
  })

  test('moved ones take their edges along', () => {
    const flow = changeRows(place, { type: 'move', row: 0, to: 2 })(drawn)
    expect(find(flow, 'conditionAgentflow_0').data.inputs['conditions']).toEqual(rows('b', 'c', 'a'))
    expect(paths(flow)).toEqual([
      'conditionAgentflow_0:2 > llmAgentflow_0',
      'conditionAgentflow_0:0 > llmAgentflow_1',
      'conditionAgentflow_0:1 > llmAgentflow_2',
      'conditionAgentflow_0:3 > llmAgentflow_3',
    ])
    const back = changeRows(place, { type: 'move', row: 2, to: 0 })(flow)
    expect(paths(back)).toEqual(paths(drawn))
    expect(changeRows(place, { type: 'move', row: 2, to: 3 })(flow)).toBe(flow)
  })

  test('further buttons stand behind the two there always are, and fields of a form move no edge', () => {
    const human = { nodeId: 'humanInputAgentflow_0', description: describeStep('humanInputAgentflow') }
    const asked = setStepInputs({
      ...human,
      values: {
        humanInputButtons: [{ label: 'Ann' }, { label: 'Bob' }],
        humanInputFields: [{ name: 'a' }, { name: 'b' }],
      },
    })({ nodes: [start, stepNode('humanInputAgentflow_0'), llm(0), llm(1), llm(2), llm(3)], edges: [] })
    const edges = [0, 1, 2, 3].map((output) => `humanInputAgentflow_0:${output} > llmAgentflow_${output}`)
    const whole = drawSteps(asked.nodes, edges)
    expect(find(whole, 'humanInputAgentflow_0').data.outputAnchors.map((output) => output.description)).toEqual([
      'proceed',
      'reject',
      'Ann',
      'Bob',
    ])
    const moved = changeRows({ ...human, name: 'humanInputButtons' }, { type: 'move', row: 0, to: 1 })(whole)
    expect(paths(moved)).toEqual([
      ...edges.slice(0, 2),
      'humanInputAgentflow_0:3 > llmAgentflow_2',
      'humanInputAgentflow_0:2 > llmAgentflow_3',
    ])
    const fewer = changeRows({ ...human, name: 'humanInputButtons' }, { type: 'remove', row: 0 })(whole)
    expect(paths(fewer)).toEqual([...edges.slice(0, 2), 'humanInputAgentflow_0:2 > llmAgentflow_3'])
    const unasked = changeRows({ ...human, name: 'humanInputFields' }, { type: 'remove', row: 0 })(whole)
    expect(paths(unasked)).toEqual(edges)
  })

  test('the rows that a decision begins with are there to be changed', () => {
    const fresh = { nodes: [stepNode('conditionAgentflow_0', { conditions: '' })], edges: [] }
    const flow = changeRows(place, { type: 'add' })(fresh)
    expect(find(flow, 'conditionAgentflow_0').data.inputs['conditions']).toHaveLength(2)
  })

  test('what is typed into a row leaves every edge where it is', () => {
    const flow = setStepInputs({ ...place, values: { conditions: rows('x', 'b', 'c') } })(drawn)
    expect(flow.edges).toEqual(drawn.edges)
    expect(setStepInputs({ ...place, values: { conditions: rows('x', 'b', 'c') } })(flow)).toBe(flow)
  })
})

test('a step that may fail has an output for it for as long as it is told to', () => {
  const description = describeStep('llmAgentflow')
  const told = setStepInputs({ nodeId: 'llmAgentflow_0', description, values: { onError: 'output' } })(
    drawSteps([start, llm(0), llm(1)]),
  )
  const flow = connect(stepConnection('llmAgentflow_0:error > llmAgentflow_1'))(told)
  expect(flow.edges[0]?.data).toMatchObject({ edgeLabel: 'error' })
  expect(setStepInputs({ nodeId: 'llmAgentflow_0', description, values: { onError: 'fail' } })(flow).edges).toEqual([])
})

test('a person who may be too late has a branch for it for as long as it is told to', () => {
  const description = describeStep('humanInputAgentflow')
  const nodeId = 'humanInputAgentflow_0'
  const told = setStepInputs({ nodeId, description, values: { humanInputOnTimeout: 'output' } })(
    drawSteps([start, stepNode(nodeId), llm(1)]),
  )
  const flow = connect(stepConnection(`${nodeId}:timeout > llmAgentflow_1`))(told)
  expect(flow.edges[0]?.data).toMatchObject({ edgeLabel: 'timeout', isHumanInput: true })
  const names = (of: typeof flow) =>
    of.nodes.find(({ id }) => id === nodeId)?.data.outputAnchors.map(({ name }) => name)
  expect(names(flow)).toEqual([0, 1, 'timeout'])
  const rejecting = setStepInputs({ nodeId, description, values: { humanInputOnTimeout: 'reject' } })(flow)
  expect([names(rejecting), rejecting.edges]).toEqual([[0, 1], []])
})

describe('copies', () => {
  const flow = drawSteps(
    [
      start,
      llm(0),
      llm(1, {
        llmMessages: [{ role: 'user', content: 'See {{ llmAgentflow_0.output.topic }} and {{question}}' }],
        llmUpdateState: [{ key: 'a', value: '<span data-id="llmAgentflow_0">{{ llmAgentflow\\_0 }}</span>' }],
      }),
      stepNode('loopAgentflow_0', { loopBackToNode: 'llmAgentflow_0-LLM 0' }),
    ],
    ['startAgentflow_0 > llmAgentflow_0', 'llmAgentflow_0 > llmAgentflow_1', 'llmAgentflow_1 > loopAgentflow_0'],
  )

  test('speak of each other, and of the originals where those did not come along', () => {
    const copied = duplicateNodes('llmAgentflow_0', 'llmAgentflow_1', 'loopAgentflow_0')(flow)
    expect(find(copied, 'llmAgentflow_3').data.inputs).toMatchObject({
      llmMessages: [{ role: 'user', content: 'See {{llmAgentflow_2.output.topic}} and {{question}}' }],
      llmUpdateState: [{ key: 'a', value: '<span data-id="llmAgentflow_2">{{llmAgentflow_2}}</span>' }],
    })
    expect(find(copied, 'loopAgentflow_1').data.inputs['loopBackToNode']).toBe('llmAgentflow_2-LLM 0')
    expect(find(duplicateNodes('llmAgentflow_1')(flow), 'llmAgentflow_2').data.inputs).toEqual(
      find(flow, 'llmAgentflow_1').data.inputs,
    )
    expect(paths(copied).slice(3)).toEqual([
      'llmAgentflow_2:llmAgentflow > llmAgentflow_3',
      'llmAgentflow_3:llmAgentflow > loopAgentflow_1',
    ])
    expect(find(copied, 'llmAgentflow_3').data.label).toBe('LLM 3')
  })

  test('a second Start is not made', () => {
    expect(duplicateNodes('startAgentflow_0')(flow)).toBe(flow)
    expect(paste(flow)(flow).nodes.filter((node) => node.data.name === 'startAgentflow')).toHaveLength(1)
  })

  test('steps are not put among the nodes of a chat flow', () => {
    const chat: Flow = { nodes: [node('chatOpenAI_0')], edges: [] }
    expect(paste(flow)(chat)).toBe(chat)
    expect(paste(chat)(flow)).toBe(flow)
  })
})

describe('a container', () => {
  const around = stepNode(
    'iterationAgentflow_0',
    {},
    { position: { x: 100, y: 50 }, positionAbsolute: { x: 100, y: 50 } },
  )
  const flow = putIntoContainer(
    ['llmAgentflow_0', 'llmAgentflow_1'],
    'iterationAgentflow_0',
  )(
    drawSteps(
      [start, around, ...[0, 1].map((number) => ({ ...llm(number), position: { x: 140, y: 90 } }))],
      ['llmAgentflow_0 > llmAgentflow_1'],
    ),
  )

  test('takes steps in, at a place counted from its corner, with their edges above it', () => {
    expect(find(flow, 'llmAgentflow_0')).toMatchObject({
      parentNode: 'iterationAgentflow_0',
      extent: 'parent',
      position: { x: 40, y: 40 },
      positionAbsolute: { x: 140, y: 90 },
    })
    expect(flow.edges[0]?.['zIndex']).toBe(9999)
    const out = putIntoContainer(['llmAgentflow_0', 'llmAgentflow_1'], undefined)(flow)
    expect(find(out, 'llmAgentflow_0').position).toEqual({ x: 140, y: 90 })
    expect('parentNode' in find(out, 'llmAgentflow_0')).toBe(false)
    expect('zIndex' in out.edges[0]!).toBe(false)
  })

  test('takes in neither the Start nor itself', () => {
    expect(putIntoContainer(['startAgentflow_0', 'iterationAgentflow_0'], 'iterationAgentflow_0')(flow)).toBe(flow)
  })

  test('carries what stands in it: moved, copied, removed', () => {
    const moved = moveNodes({ iterationAgentflow_0: { x: 200, y: 50 } })(flow)
    expect(find(moved, 'llmAgentflow_0')).toMatchObject({
      position: { x: 40, y: 40 },
      positionAbsolute: { x: 240, y: 90 },
    })
    const copied = duplicateNodes('iterationAgentflow_0')(flow)
    expect(find(copied, 'llmAgentflow_2')).toMatchObject({
      parentNode: 'iterationAgentflow_1',
      position: { x: 40, y: 40 },
    })
    expect(removeNodes('iterationAgentflow_0')(flow).nodes.map((node) => node.id)).toEqual(['startAgentflow_0'])
  })

  test('is as large as somebody drew it, also for the older product', () => {
    const size = { width: 500, height: 400 }
    expect(find(resizeNode('iterationAgentflow_0', size)(flow), 'iterationAgentflow_0')).toMatchObject({
      ...size,
      style: size,
    })
  })
})

test('a step of an older version is brought up to date with its values, its rows and its edges', () => {
  const drawn = drawSteps(
    [start, stepNode('conditionAgentflow_0'), llm(0)],
    ['conditionAgentflow_0:1 > llmAgentflow_0'],
  )
  const nodes = drawn.nodes.map((node) =>
    node.id === 'conditionAgentflow_0' ? { ...node, data: { ...node.data, version: 0.5, label: 'Mine' } } : node,
  )
  const flow = updateNodeToDefinition('conditionAgentflow_0', describeStep('conditionAgentflow'))({ ...drawn, nodes })
  expect(find(flow, 'conditionAgentflow_0').data).toMatchObject({ version: 1, label: 'Mine' })
  expect(flow.edges).toEqual(drawn.edges)
})
