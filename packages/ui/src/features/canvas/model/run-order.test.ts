import { expect, test } from 'vitest'

import { smallFlow } from './catalogue.fixture.ts'
import { runOrder } from './run-order.ts'
import { drawSteps, stepOf } from './steps.fixture.ts'

const ids = (flow: Parameters<typeof runOrder>[0]) => runOrder(flow).map(({ id }) => id)

test('what feeds a node comes before it, the higher of two first', () => {
  expect(ids(smallFlow())).toEqual(['chatModel_0', 'bufferMemory_0', 'chain_0'])
  const flow = smallFlow()
  expect(ids({ ...flow, nodes: flow.nodes.toReversed() })).toEqual(['chatModel_0', 'bufferMemory_0', 'chain_0'])
})

test('steps stand in the order of their paths, and a circle holds nothing up', () => {
  const flow = drawSteps(
    [stepOf('directReplyAgentflow_0'), stepOf('llmAgentflow_0'), stepOf('startAgentflow_0')],
    ['startAgentflow_0 > llmAgentflow_0', 'llmAgentflow_0 > directReplyAgentflow_0'],
  )
  expect(ids(flow)).toEqual(['startAgentflow_0', 'llmAgentflow_0', 'directReplyAgentflow_0'])
  const [edge] = flow.edges
  if (!edge) throw new Error('The flow has no edge.')
  const back = { ...edge, id: 'back', source: 'directReplyAgentflow_0', target: 'llmAgentflow_0' }
  expect(ids({ ...flow, edges: [...flow.edges, back] })).toHaveLength(3)
})
