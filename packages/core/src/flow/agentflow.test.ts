import { expect, test } from 'vitest'
import { isAgentflow, isOlderAgentflow } from './agentflow.ts'
import { node } from './catalogue.fixture.ts'
import type { Flow } from './document.ts'

const flowWith = (changes: { type?: string; category?: string }): Flow => {
  const { type = 'customNode', category = 'Chains' } = changes
  const plain = node('llmChain_0')
  return { nodes: [node('chatOpenAI_0'), { ...plain, type, data: { ...plain.data, category } }], edges: [] }
}

test.each([
  [{}, [false, false]],
  [{ type: 'agentFlow' }, [true, false]],
  [{ category: 'Agent Flows' }, [true, false]],
  [{ category: 'Sequential Agents' }, [false, true]],
  [{ category: 'Multi Agents' }, [false, true]],
  [{ category: 'Agents' }, [false, false]],
])('a flow with a node that is %j is an agent flow of the second and first kind: %j', (changes, expected) => {
  const flow = flowWith(changes)
  expect([isAgentflow(flow), isOlderAgentflow(flow)]).toEqual(expected)
})
