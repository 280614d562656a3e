import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Flow, FlowNode } from '../document.ts'
import { describeStep, stepCatalogue } from '../steps/steps.fixture.ts'
import { createStep } from '../steps/create-step.ts'
import { stripForExport } from '../strip-for-export.ts'
import { stripForSave } from '../strip-for-save.ts'
import { readFlow } from './read-flow.ts'

const describe = stepCatalogue.describe

const NAMES = [
  'startAgentflow',
  'llmAgentflow',
  'conditionAgentflow',
  'humanInputAgentflow',
  'loopAgentflow',
  'iterationAgentflow',
  'stickyNoteAgentflow',
]

// Through JSON once: it has no negative zero.
const json = fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value)))
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '<p>{{ question }}</p>',
    '<span class="variable" data-id="question">{{ question }}</span>',
    '{{llmAgentflow_0}}',
    '',
  ),
)
/** A key that no rule knows, and that no rule takes for a secret or a prototype. */
const unknownKey = fc.stringMatching(/^[a-z]{3,8}$/).map((key) => `x${key}x`)
const extras = fc.dictionary(unknownKey, json, { maxKeys: 3, noNullPrototype: true })

const position = fc
  .record({ x: fc.double({ noNaN: true, min: -9e5, max: 9e5 }), y: fc.integer() })
  .map((value) => JSON.parse(JSON.stringify(value)) as { x: number; y: number })

const node = fc
  .record({
    name: fc.constantFrom(...NAMES),
    at: position,
    extras,
    dataExtras: extras,
    inputs: fc.dictionary(
      fc.constantFrom('llmMessages', 'undefined', 'llmUserMessage', 'note', 'conditions', 'maxLoopCount'),
      fc.oneof(text, json),
      {
        maxKeys: 4,
        noNullPrototype: true,
      },
    ),
    config: extras,
    label: fc.string({ minLength: 1 }),
    version: fc.constantFrom(1, 1.1, 2.2),
    dragging: fc.option(fc.boolean(), { nil: undefined }),
    parent: fc.option(fc.constant('iterationAgentflow_0'), { nil: undefined }),
    hasNumbers: fc.boolean(),
    isSelected: fc.boolean(),
  })
  .map(({ name, at, extras, dataExtras, inputs, config, label, version, dragging, parent, hasNumbers }) => {
    return (index: number): FlowNode => {
      const id = `${name}_${index}`
      const fresh = createStep(describeStep(name), { id, position: at })
      return {
        ...fresh,
        ...extras,
        ...(dragging !== undefined && { dragging }),
        ...(parent !== undefined && { parentNode: parent, extent: 'parent' }),
        data: {
          ...fresh.data,
          label,
          version,
          ...dataExtras,
          inputs: { ...inputs, llmModelConfig: config },
          outputAnchors: hasNumbers ? fresh.data.outputAnchors : fresh.data.outputAnchors.slice(0, 1),
        },
      }
    }
  })

const flow = fc
  .record({
    makers: fc.array(node, { minLength: 1, maxLength: 6 }),
    ends: fc.array(fc.tuple(fc.nat(9), fc.nat(9), extras), { maxLength: 6 }),
    viewport: fc.option(fc.record({ x: fc.integer(), y: fc.integer(), zoom: fc.constantFrom(0.5, 1, 1.2) }), {
      nil: undefined,
    }),
    extras,
  })
  .map(({ makers, ends, viewport }): Flow => {
    const nodes = makers.map((make, index) => make(index))
    const edges = ends.map(([from, to, extras], index) => {
      const source = nodes[from % nodes.length]!.id
      const target = nodes[to % nodes.length]!.id
      return {
        source,
        sourceHandle: `${source}-output-${from}`,
        target,
        targetHandle: target,
        data: { sourceColor: '#7EE787', targetColor: '#64B5F6', edgeLabel: '0', isHumanInput: false, ...extras },
        type: 'agentFlow',
        id: `${source}-${target}-${index}`,
        ...(index % 2 === 0 && { zIndex: 9999 }),
      }
    })
    return { nodes, edges, ...(viewport && { viewport }) }
  })

const read = (text: string) => readFlow(text, (name) => stepCatalogue.describe(name))

test('a flow of agents that nobody touched comes back from import, save and export to the letter', () => {
  fc.assert(
    fc.property(flow, (drawn) => {
      const file = JSON.stringify(drawn)
      const imported = read(file)
      expect(imported.changes).toEqual([])
      const saved = JSON.stringify(stripForSave(imported.flow, describe))
      expect(saved).toBe(file)
      expect(JSON.stringify(stripForExport(read(saved).flow, describe))).toBe(file)
    }),
    { numRuns: 300 },
  )
})

test('what may not be kept is taken out, and nothing else', () => {
  const step = createStep(describeStep('llmAgentflow'), { id: 'llmAgentflow_0', position: { x: 0, y: 0 } })
  const inputs = {
    llmModel: 'chatOpenAI',
    llmModelConfig: { temperature: 1, FLOWISE_CREDENTIAL_ID: 'key-1', llmModel: 'chatOpenAI' },
  }
  const drawn: Flow = { nodes: [{ ...step, selected: true, data: { ...step.data, inputs } }], edges: [] }
  expect(stripForSave(drawn, describe).nodes[0]).toEqual({ ...drawn.nodes[0], selected: false })
  expect(stripForExport(drawn, describe).nodes[0]?.data.inputs).toEqual({
    llmModel: 'chatOpenAI',
    llmModelConfig: { temperature: 1, llmModel: 'chatOpenAI' },
  })
})

test('a step without its inputs is completed, so that it opens in the older product', () => {
  const step = createStep(describeStep('conditionAgentflow'), { id: 'conditionAgentflow_0', position: { x: 0, y: 0 } })
  const rows = [1, 2, 3].map((value1) => ({ type: 'number', value1, operation: 'equal' }))
  const bare = {
    ...step,
    data: { ...step.data, label: 'Mine', inputParams: [], outputAnchors: [], inputs: { conditions: rows } },
  }
  const { flow, changes } = read(JSON.stringify({ nodes: [bare], edges: [] }))
  expect(changes.map((change) => change.kind)).toEqual(['completed-node'])
  expect(flow.nodes[0]?.data).toMatchObject({ label: 'Mine', inputs: { conditions: rows } })
  expect(flow.nodes[0]?.data.inputParams.length).toBeGreaterThan(0)
  expect(flow.nodes[0]?.data.outputAnchors).toHaveLength(4)
})
