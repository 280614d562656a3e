import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canConnect } from '../can-connect.ts'
import { catalogue as chatCatalogue, descriptions as chatNodes } from '../catalogue.fixture.ts'
import type { Flow } from '../document.ts'
import { inputHandleOf, takesConnections } from '../node-inputs.ts'
import { nodeOutputs, openOutputs } from '../node-outputs.ts'
import { stepCatalogue as steps, stepNames } from '../steps/steps.fixture.ts'
import type { Edit, EditCatalogue } from './index.ts'
import { applyEdit, applyEdits, diffFlows, REFUSALS } from './index.ts'
import { CONNECTION_REFUSALS } from './refusal.ts'

const EMPTY: Flow = { nodes: [], edges: [] }
const kinds = [
  { kind: 'chat', names: chatNodes.map(({ name }) => name), catalogue: chatCatalogue },
  { kind: 'agents', names: stepNames, catalogue: steps },
] as const

const number = fc.nat(10_000)
const place = fc.record({ x: fc.integer({ min: -5_000, max: 5_000 }), y: fc.integer({ min: -5_000, max: 5_000 }) })
const value = fc.oneof(
  fc.string(),
  fc.jsonValue().map((given): unknown => JSON.parse(JSON.stringify(given))),
)

/** Chooses an edit by numbers and by what the flow holds, so that any sequence applies to any flow and shrinks well. */
interface Chance {
  type: Edit['do']
  numbers: number[]
  place: { x: number; y: number }
  text: string
  value: unknown
}

const chance: fc.Arbitrary<Chance> = fc.record({
  type: fc.oneof(
    { weight: 4, arbitrary: fc.constant('add' as const) },
    { weight: 8, arbitrary: fc.constant('connect' as const) },
    {
      weight: 12,
      arbitrary: fc.constantFrom(
        ...(['remove', 'set', 'rename', 'output', 'credential', 'upgrade', 'disconnect', 'rows', 'move'] as const),
        ...(['resize', 'into', 'outOf', 'paste', 'duplicate'] as const),
      ),
    },
  ),
  numbers: fc.array(number, { minLength: 4, maxLength: 4 }),
  place,
  text: fc.string(),
  value,
})

function pick<Item>(items: readonly Item[], at = 0): Item | undefined {
  return items[at % Math.max(items.length, 1)]
}

function editFor(flow: Flow, names: readonly string[], { type, numbers, place, text, value }: Chance): Edit {
  const [one = 0, two = 0, three = 0, four = 0] = numbers
  const node = pick(flow.nodes, one)
  const other = pick(flow.nodes, two)
  const id = node?.id ?? 'nobody_0'
  switch (type) {
    case 'add':
      return { do: 'add', node: pick(names, one) ?? '', at: place, ...(two % 3 === 0 && { label: text }) }
    case 'connect':
      return connection(flow, numbers) ?? { do: 'connect', from: id, to: other?.id ?? 'nobody_0' }
    case 'disconnect': {
      const edge = pick(flow.edges, one)
      return { do: 'disconnect', from: edge?.source ?? id, to: edge?.target ?? id }
    }
    case 'remove':
      return { do: 'remove', ids: two % 4 === 0 && other ? [id, other.id] : [id] }
    case 'set': {
      const input = pick(Object.keys(node?.data.inputs ?? {}), three)
      return { do: 'set', id, path: input ?? 'temperature', ...(four % 5 > 0 && { value }) }
    }
    case 'rename':
      return { do: 'rename', id, label: text }
    case 'output':
      return { do: 'output', id, output: (node && pick(nodeOutputs(node), three)?.name) ?? text }
    case 'credential':
      return { do: 'credential', id, ...(two % 2 === 0 && { credential: text }) }
    case 'upgrade':
      return { do: 'upgrade', id }
    case 'rows': {
      const list =
        pick(node?.data.inputParams.filter(({ type }) => type === 'array') ?? [], three)?.name ?? 'conditions'
      const rows = node?.data.inputs[list]
      const row = two % Math.max(Array.isArray(rows) ? rows.length : 1, 1)
      const change = pick(
        [{ type: 'add' as const }, { type: 'remove' as const, row }, { type: 'move' as const, row, to: 0 }],
        four,
      )
      return { do: 'rows', id, list, change: change ?? { type: 'add' } }
    }
    case 'move':
      return { do: 'move', places: { [id]: place } }
    case 'resize':
      return { do: 'resize', id, width: 100 + two, height: 100 + three }
    case 'into':
      return { do: 'into', ids: [id], container: flow.nodes.find((each) => each.type === 'iteration')?.id ?? id }
    case 'outOf':
      return { do: 'outOf', ids: [id] }
    case 'duplicate':
      return { do: 'duplicate', ids: [id] }
    default: {
      const nodes = flow.nodes.filter((_, index) => index % 3 === one % 3)
      return { do: 'paste', nodes, edges: flow.edges, ...(two % 2 === 0 && { at: place }) }
    }
  }
}

/** Mostly what fits, so that flows grow. */
function connection(flow: Flow, [from = 0, output = 0, to = 0]: number[]): Edit | undefined {
  const source = pick(flow.nodes, from)
  const chosen = source && pick(openOutputs(source), output)
  if (!source || !chosen) return undefined
  const ends = flow.nodes.flatMap((target) => [
    { target: target.id, targetHandle: target.id, to: target.id },
    ...[...target.data.inputAnchors, ...target.data.inputParams].filter(takesConnections).map((input) => ({
      target: target.id,
      targetHandle: inputHandleOf(target.id, input),
      to: `${target.id}.${input.name}`,
    })),
  ])
  const fitting = ends.filter(
    ({ target, targetHandle }) =>
      canConnect(flow, { source: source.id, sourceHandle: chosen.handle, target, targetHandle }).ok,
  )
  const end = pick(fitting, to)
  return end && { do: 'connect', from: source.id, to: end.to, branch: chosen.name }
}

const bytes = (flow: Flow): string => JSON.stringify(flow)

/** An edit that writes into its argument throws. */
function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const part of Object.values(value)) freeze(part)
  return value
}

describe.each(kinds)('in a flow of kind $kind', ({ names, catalogue }) => {
  test('an edit and its inverse give the flow to the byte, an edit survives JSON, and what it does not name stays', () => {
    const seen = new Set<string>()
    let connected = 0
    fc.assert(
      fc.property(fc.array(chance, { maxLength: 40, size: 'max' }), (chances) => {
        let flow = freeze(EMPTY)
        for (const each of chances) {
          const edit = freeze(JSON.parse(JSON.stringify(editFor(flow, names, each))) as Edit)
          const applied = applyEdit(flow, edit, catalogue)
          if ('refusal' in applied) {
            const { code, params } = applied.refusal
            const holes = [...REFUSALS[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
            expect(holes.filter((name) => params[name] === undefined)).toEqual([])
            continue
          }
          const undone = applyEdit(applied.flow, JSON.parse(JSON.stringify(applied.inverse)) as Edit, catalogue)
          expect('flow' in undone && bytes(undone.flow)).toBe(bytes(flow))
          keepsIdentity(flow, applied.flow)
          if (applied.flow !== flow) seen.add(edit.do)
          if (edit.do === 'connect') connected += 1
          flow = freeze(applied.flow)
        }
      }),
      { numRuns: 100 },
    )
    // The generator must reach flows worth the name, or the laws would hold of nothing.
    expect(connected).toBeGreaterThan(0)
    expect(seen.size).toBeGreaterThan(5)
  })

  test('the difference of two flows makes the one of the other, and a flow of nothing', () => {
    fc.assert(
      fc.property(fc.array(chance, { maxLength: 30, size: 'max' }), fc.nat(30), (chances, at) => {
        const flows = drawn(chances, names, catalogue)
        const [before, after] = [flows[at % flows.length] ?? EMPTY, flows.at(-1) ?? EMPTY]
        for (const from of [before, EMPTY, after]) {
          const edits = JSON.parse(JSON.stringify(diffFlows(from, after, catalogue))) as Edit[]
          const applied = applyEdits(from, edits, catalogue)
          expect('flow' in applied ? bytes(applied.flow) : applied).toBe(bytes(after))
        }
        expect(diffFlows(after, after, catalogue)).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  // A kind at a time: chosen by chance, a run can miss the rarer ones.
  test.each(['rename', 'credential', 'move', 'connect', 'disconnect'] as const)(
    'an edit %s is found again as edits of its kind',
    (type) => {
      let found = 0
      fc.assert(
        fc.property(fc.array(chance, { maxLength: 25, size: 'max' }), chance, (chances, last) => {
          const before = drawn(chances, names, catalogue).at(-1) ?? EMPTY
          const edit = editFor(before, names, { ...last, type })
          const applied = applyEdit(before, edit, catalogue)
          if ('refusal' in applied || applied.flow === before) return
          const diff = diffFlows(before, applied.flow, catalogue).map((each) => each.do)
          expect([...new Set(diff)]).toEqual([type])
          found += 1
        }),
        { numRuns: 250 },
      )
      expect(found).toBeGreaterThan(0)
    },
  )
})

function drawn(chances: readonly Chance[], names: readonly string[], catalogue: EditCatalogue): Flow[] {
  const flows: Flow[] = [EMPTY]
  for (const each of chances) {
    const flow = flows.at(-1) ?? EMPTY
    const applied = applyEdit(flow, editFor(flow, names, each), catalogue)
    if ('flow' in applied) flows.push(applied.flow)
  }
  return flows
}

/** A node that is equal after an edit is the same object, so that a canvas need not look closer. */
function keepsIdentity(before: Flow, after: Flow): void {
  const known = new Map(before.nodes.map((node) => [node.id, node]))
  for (const node of after.nodes) {
    const was = known.get(node.id)
    if (was && was !== node) expect(bytes({ nodes: [node], edges: [] })).not.toBe(bytes({ nodes: [was], edges: [] }))
  }
}

describe('a place inside the inputs', () => {
  const agent: Edit = { do: 'add', node: 'llmAgentflow', id: 'llmAgentflow_0' }
  const flow = applyEdits(EMPTY, [{ do: 'add', node: 'startAgentflow' }, agent], steps)

  test('is reached by its path, and only what is there', () => {
    if (!('flow' in flow)) throw new Error('It was not drawn.')
    const names = Object.keys(flow.flow.nodes[1]?.data.inputs ?? {})
    const list = flow.flow.nodes[1]?.data.inputParams.find(({ type }) => type === 'array')?.name ?? ''
    expect(names).toContain(list)
    const edits: Edit[] = [
      { do: 'set', id: 'llmAgentflow_0', path: `${list}[0].key`, value: 'a' },
      { do: 'set', id: 'llmAgentflow_0', path: `${list}[1]["odd name"]`, value: 'b' },
      { do: 'set', id: 'llmAgentflow_0', path: `${list}[0].key`, value: 'c' },
    ]
    const applied = applyEdits(flow.flow, edits, steps)
    expect('flow' in applied && applied.flow.nodes[1]?.data.inputs[list]).toEqual([{ key: 'c' }, { 'odd name': 'b' }])
    for (const path of ['', '[0]', `${list}[7].key`, `${list}..key`, `${list}[0`, `${list}[-1]`]) {
      const refused = applyEdit(flow.flow, { do: 'set', id: 'llmAgentflow_0', path, value: 1 }, steps)
      expect(refused, path).toMatchObject({ refusal: { code: 'path-invalid' } })
    }
    const named = { do: 'set', id: 'llmAgentflow_0', path: '__proto__.polluted', value: 1 } as const
    expect(applyEdit(flow.flow, named, steps)).toMatchObject({ refusal: { code: 'input-unknown' } })
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

test('edits are applied all or none, and the one that cannot be is named', () => {
  const edits: Edit[] = [
    { do: 'add', node: 'chatOpenAI', id: 'model' },
    { do: 'rename', id: 'nobody', label: 'X' },
  ]
  expect(applyEdits(EMPTY, edits, chatCatalogue)).toEqual({
    refusal: { code: 'node-missing', params: { id: 'nobody', ids: 'model' } },
    at: 1,
  })
})

test('every refusal is reached and says what is wrong', () => {
  const drawing: Edit[] = [
    { do: 'add', node: 'chatOpenAI', id: 'model' },
    { do: 'add', node: 'llmChain', id: 'chain' },
    { do: 'add', node: 'ifElseFunction', id: 'choice' },
    { do: 'add', node: 'promptTemplate', id: 'prompt' },
  ]
  const chat = applyEdits(EMPTY, drawing, chatCatalogue)
  const agents = applyEdits(EMPTY, [{ do: 'add', node: 'startAgentflow', id: 'start' }], steps)
  if (!('flow' in chat) || !('flow' in agents)) throw new Error('They were not drawn.')
  const container = stepNames.find((name) => steps.describe(name)?.traits?.step?.container) ?? ''
  const inside = applyEdits(agents.flow, [{ do: 'add', node: container, id: 'loop' }], steps)
  if (!('flow' in inside)) throw new Error('It was not drawn.')
  const tried: [Flow, Edit, EditCatalogue][] = [
    [EMPTY, { do: 'add', node: 'nothing' }, chatCatalogue],
    [EMPTY, { do: 'rename', id: 'x', label: 'X' }, chatCatalogue],
    [chat.flow, { do: 'add', node: 'chatOpenAI', id: 'model' }, chatCatalogue],
    [EMPTY, { do: 'add', node: 'chatOpenAI', id: 'a b' }, chatCatalogue],
    [inside.flow, { do: 'into', ids: ['loop'], container: 'nothing' }, steps],
    [inside.flow, { do: 'into', ids: ['start'], container: 'loop' }, steps],
    [chat.flow, { do: 'set', id: 'model', path: 'colour', value: 1 }, chatCatalogue],
    [chat.flow, { do: 'set', id: 'chain', path: 'model', value: 'x' }, chatCatalogue],
    [chat.flow, { do: 'set', id: 'model', path: '.x', value: 1 }, chatCatalogue],
    [chat.flow, { do: 'rename', id: 'model', label: ' ' }, chatCatalogue],
    [chat.flow, { do: 'output', id: 'chain', output: 'x' }, chatCatalogue],
    [agents.flow, { do: 'rows', id: 'start', list: 'x', change: { type: 'add' } }, steps],
    [agents.flow, { do: 'rows', id: 'start', list: 'startState', change: { type: 'remove', row: 9 } }, steps],
    [chat.flow, { do: 'disconnect', from: 'model', to: 'chain' }, chatCatalogue],
    [chat.flow, { do: 'connect', from: 'choice', to: 'choice' }, chatCatalogue],
    [chat.flow, { do: 'connect', from: 'choice', to: 'prompt' }, chatCatalogue],
    [chat.flow, { do: 'connect', from: 'model', to: 'chain.prompt' }, chatCatalogue],
    [agents.flow, { do: 'paste', nodes: chat.flow.nodes, edges: [] }, steps],
    [EMPTY, { do: 'restore', nodes: [{ at: 0, remove: ['x'], insert: [] }], edges: [] }, chatCatalogue],
  ]
  const codes = tried.map(([flow, edit, catalogue]) => {
    const refused = applyEdit(flow, edit, catalogue)
    return 'refusal' in refused ? refused.refusal.code : edit.do
  })
  // Those of connections are reached by the tests of what may be connected.
  const own = Object.keys(REFUSALS).filter((code) => !(code in CONNECTION_REFUSALS))
  const unreached = own.filter((code) => !codes.some((met) => met === code))
  expect({ codes: codes.filter((code) => !(code in REFUSALS)), unreached }).toEqual({
    codes: [],
    unreached: [],
  })
})
