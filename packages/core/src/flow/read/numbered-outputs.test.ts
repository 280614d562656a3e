import { expect, test } from 'vitest'
import { readFlow } from './read-flow.ts'

test('a step-by-step flow whose outputs are named by numbers is kept as it is', () => {
  const file = {
    nodes: [
      {
        id: 'conditionAgentflow_0',
        type: 'agentFlow',
        position: { x: 0, y: 0 },
        data: {
          id: 'conditionAgentflow_0',
          label: 'Condition',
          name: 'conditionAgentflow',
          type: 'Condition',
          baseClasses: ['Condition'],
          category: 'Agent Flows',
          inputParams: [],
          inputAnchors: [],
          inputs: {},
          outputAnchors: [{ id: 'conditionAgentflow_0-output-0', label: 0, name: 0 }],
          outputs: {},
        },
      },
    ],
    edges: [],
  }
  expect(readFlow(structuredClone(file), () => undefined).flow.nodes).toEqual(file.nodes)
  expect(() =>
    readFlow(
      { nodes: [{ ...file.nodes[0], data: { name: 'x', outputAnchors: [{ name: {} }] } }], edges: [] },
      () => undefined,
    ),
  ).toThrow('nodes[0].data.outputAnchors[0].name')
})
