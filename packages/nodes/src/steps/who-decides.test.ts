import { applyEdits, createCatalogueIndex, diffFlows, validateFlow, type Edit, type Flow } from '@chatwright/core'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'

const { nodes } = await loadCatalogue()
const catalogue = createCatalogueIndex(nodes)
const EMPTY: Flow = { nodes: [], edges: [] }

const draw = (edits: readonly Edit[], flow = EMPTY): Flow => {
  const applied = applyEdits(flow, edits, catalogue)
  if ('flow' in applied) return applied.flow
  throw new Error(JSON.stringify(applied.refusal))
}
const toolRow = (tool: string, more: object = {}) => ({
  agentSelectedTool: tool,
  agentSelectedToolConfig: { agentSelectedTool: tool },
  ...more,
})
const guarded = { agentSelectedToolRequiresHumanInput: true }
const agent = (...agentTools: object[]): Edit[] => [
  { do: 'add', node: 'startAgentflow', id: 'startAgentflow_0' },
  { do: 'add', node: 'agentAgentflow', id: 'agentAgentflow_0', inputs: { agentModel: 'builtInAnswerer', agentTools } },
  { do: 'connect', from: 'startAgentflow_0', to: 'agentAgentflow_0' },
]
const decider = ({ nodes }: Flow, row = 0): unknown =>
  (nodes.at(-1)?.data.inputs['agentTools'] as Record<string, unknown>[] | undefined)?.[row]?.[
    'agentSelectedToolDecider'
  ]
const asked = (flow: Flow) =>
  validateFlow(flow, catalogue).flatMap(({ code, nodeId, field, severity }) =>
    code === 'decider-unsaid' ? `${severity} ${nodeId} ${field}` : [],
  )
/** As it comes from elsewhere: put in as it is. */
const stored = (flow: Flow, change: (row: Record<string, unknown>) => Record<string, unknown>): Flow =>
  JSON.parse(
    JSON.stringify(flow, (key, value: unknown) =>
      key === 'agentTools' ? (value as Record<string, unknown>[]).map(change) : value,
    ),
  ) as Flow
const unsaid = (flow: Flow) => stored(flow, ({ agentSelectedToolDecider: _, ...row }) => row)

/** Every tool that an Agent offers. */
const tools = nodes.filter(({ category, badge }) => category.startsWith('Tools') && badge !== 'deprecated')

test.each(tools.map((tool) => [tool.name, tool.traits?.acts === true] as const))(
  'the guard of %s, drawn now, is for reviewers: %s',
  (name, acts) => {
    const drawn = draw(agent(toolRow(name, guarded)))
    expect(decider(drawn) || 'asker').toBe(acts ? 'reviewers' : 'asker')
    const set = (row: string, value: unknown): Edit => ({
      do: 'set',
      id: 'agentAgentflow_0',
      path: `agentTools[0].${row}`,
      value,
    })
    const later = draw([...agent(toolRow(name)), set('agentSelectedToolRequiresHumanInput', true)])
    expect(decider(later) || 'asker').toBe(acts ? 'reviewers' : 'asker')
    // Who says it is heard.
    const said = draw([set('agentSelectedToolDecider', 'asker')], drawn)
    expect([decider(said), asked(said)]).toEqual(['asker', []])
    // A stored flow that does not say stays as it is, whatever else is changed in it, and is asked about.
    const before = unsaid(drawn)
    const changed = draw([set('agentSelectedToolConfig.more', 'x')], before)
    expect(decider(changed)).toBeUndefined()
    expect(asked(before)).toEqual(acts ? ['warning agentAgentflow_0 agentTools'] : [])
    expect(draw(diffFlows(EMPTY, before, catalogue)).nodes).toEqual(before.nodes)
  },
)

test('a tool that acts, put behind a guard that was there, is for reviewers; one without a guard needs none', () => {
  const was = draw(agent(toolRow('calculator', guarded), toolRow('calculator')))
  const now = draw(
    [
      {
        do: 'set',
        id: 'agentAgentflow_0',
        path: 'agentTools',
        value: [toolRow('requestsPost', guarded), toolRow('requestsPost')],
      },
    ],
    was,
  )
  expect([decider(now), decider(now, 1)]).toEqual(['reviewers', undefined])
})

/** A Tool step with a tool, as it is drawn. */
const toolStep = (name: string, more: object = {}): Edit[] => [
  { do: 'add', node: 'startAgentflow', id: 'startAgentflow_0' },
  {
    do: 'add',
    node: 'toolAgentflow',
    id: 'toolAgentflow_0',
    inputs: {
      toolAgentflowSelectedTool: name,
      toolAgentflowSelectedToolConfig: { toolAgentflowSelectedTool: name },
      ...more,
    },
  },
  { do: 'connect', from: 'startAgentflow_0', to: 'toolAgentflow_0' },
]
const guardOf = ({ nodes }: Flow) => {
  const { toolRequiresHumanInput: guard, toolDecider } = nodes.at(-1)?.data.inputs ?? {}
  return [guard || false, toolDecider || 'asker']
}
const setTool = (path: string, value: unknown): Edit => ({ do: 'set', id: 'toolAgentflow_0', path, value })

test.each(tools.map((tool) => [tool.name, tool.traits?.acts === true] as const))(
  'a Tool step with %s, drawn now, is guarded and for reviewers: %s',
  (name, acts) => {
    const drawn = draw(toolStep(name))
    expect([guardOf(drawn), asked(drawn)]).toEqual([acts ? [true, 'reviewers'] : [false, 'asker'], []])
    // Who says it is heard, and stays so.
    const open = draw([setTool('toolRequiresHumanInput', false)], drawn)
    expect([guardOf(open)[0], asked(open)]).toEqual([false, []])
    expect(guardOf(draw(toolStep(name, { toolRequiresHumanInput: false })))[0]).toBe(false)
    // A stored step that does not say stays as it is, whatever else is changed in it, and is asked about.
    const before = JSON.parse(
      JSON.stringify(drawn, (key, value: unknown) =>
        key === 'toolRequiresHumanInput' || key === 'toolDecider' ? undefined : value,
      ),
    ) as Flow
    expect(guardOf(draw([setTool('toolInputArgs', [])], before))).toEqual([false, 'asker'])
    expect(asked(before)).toEqual(acts ? ['warning toolAgentflow_0 toolRequiresHumanInput'] : [])
    expect(draw(diffFlows(EMPTY, before, catalogue)).nodes).toEqual(before.nodes)
    // A guard that is put before it later is for reviewers.
    const later = draw([setTool('toolRequiresHumanInput', true)], before)
    expect(guardOf(later)).toEqual([true, acts ? 'reviewers' : 'asker'])
  },
)

test('a Tool step that is for who asks by itself is asked about, and one that acts counts after a Human Input', () => {
  const flow = draw([...toolStep('requestsPost', { toolRequiresHumanInput: true }), setTool('toolDecider', '')])
  expect(asked(flow)).toEqual(['warning toolAgentflow_0 toolDecider'])
  const behind = (guard: boolean) =>
    asked(
      draw([
        ...chain(ask()),
        ...toolStep('requestsPost').slice(1, 2),
        setTool('toolRequiresHumanInput', guard),
        start,
        connect('humanInputAgentflow_0', 'toolAgentflow_0', '0'),
      ]),
    )
  expect([behind(true), behind(false)]).toEqual([[], [problem]])
})

const pay = { method: 'POST', url: 'https://example.org' }
const chain = (...steps: [string, object][]): Edit[] => [
  { do: 'add', node: 'startAgentflow', id: 'startAgentflow_0' },
  ...steps.map(([id, inputs]): Edit => ({ do: 'add', node: id.slice(0, -2), id, inputs: { ...inputs } })),
]
const connect = (from: string, to: string, branch?: string): Edit => ({
  do: 'connect',
  from,
  to,
  ...(branch && { branch }),
})
const ask = (more: object = {}): [string, object] => [
  'humanInputAgentflow_0',
  { humanInputDescription: 'Pay?', ...more },
]
const start = connect('startAgentflow_0', 'humanInputAgentflow_0')
const problem = 'warning humanInputAgentflow_0 humanInputDecider'

test.each([
  ['what writes follows', {}, [connect('humanInputAgentflow_0', 'httpAgentflow_0', '0')], [problem]],
  [
    'it says reviewers',
    { humanInputDecider: 'reviewers' },
    [connect('humanInputAgentflow_0', 'httpAgentflow_0', '0')],
    [],
  ],
  ['it says who asks', { humanInputDecider: 'asker' }, [connect('humanInputAgentflow_0', 'httpAgentflow_0', '0')], []],
  ['it is what follows a refusal', {}, [connect('humanInputAgentflow_0', 'httpAgentflow_0', '1')], []],
  [
    'another asks before',
    {},
    [
      connect('humanInputAgentflow_0', 'humanInputAgentflow_1', '0'),
      connect('humanInputAgentflow_1', 'httpAgentflow_0', '0'),
    ],
    ['warning humanInputAgentflow_1 humanInputDecider'],
  ],
])('a Human Input is asked about who decides: %s', (_, more, edges, expected) => {
  const flow = draw([...chain(ask(more), ['humanInputAgentflow_1', {}], ['httpAgentflow_0', pay]), start, ...edges])
  expect(asked(flow)).toEqual(expected)
})

test('a new Human Input does not say who decides, and one before what only reads needs not', () => {
  const flow = draw([
    ...chain(ask(), ['httpAgentflow_0', { ...pay, method: 'GET' }]),
    start,
    connect('humanInputAgentflow_0', 'httpAgentflow_0', '0'),
  ])
  expect(flow.nodes[1]?.data.inputs['humanInputDecider']).toBe('')
  expect(asked(flow)).toEqual([])
})

test('a tool of an Agent or in a container that nobody guards counts as what writes', () => {
  const after = (inputs: object) =>
    asked(
      draw([
        ...chain(ask(), ['agentAgentflow_0', { agentModel: 'builtInAnswerer', ...inputs }]),
        start,
        connect('humanInputAgentflow_0', 'agentAgentflow_0', '0'),
      ]),
    )
  expect(after({ agentTools: [toolRow('requestsPost')] })).toEqual([problem])
  expect(after({ agentTools: [toolRow('requestsPost', guarded), toolRow('calculator')] })).toEqual([])
  const inside: Edit = {
    do: 'add',
    node: 'httpAgentflow',
    id: 'httpAgentflow_0',
    inputs: pay,
    container: 'iterationAgentflow_0',
  }
  const around = [
    ...chain(ask(), ['iterationAgentflow_0', {}]),
    inside,
    start,
    connect('humanInputAgentflow_0', 'iterationAgentflow_0', '0'),
  ]
  expect(asked(draw(around))).toEqual([problem])
})
