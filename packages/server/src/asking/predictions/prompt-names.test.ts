import { setInput, type NodeDescription } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { afterAll, expect, test } from 'vitest'
import { prepareOffered } from '../../../testing/offered-settings.ts'
import { answerAtEdge, edge } from '../../../testing/recorded-edge.ts'
import { surroundNode } from '../../../testing/surrounded-node.ts'
import { testServer } from '../../../testing/test-server.ts'

const { nodes, describeCredential } = await loadCatalogue()
const server = await testServer({ dispatch: answerAtEdge })
afterAll(() => server.close())

test('[FLOW-16] the model reads a prompt with every name filled that has a value, whatever it is called', async () => {
  const offered = await prepareOffered(server, { nodes, describeCredential })
  const template = nodes.find(({ name }) => name === 'promptTemplate')
  if (!template) throw new Error('The catalogue lacks promptTemplate')
  const drawn = surroundNode(
    {
      catalogue: nodes,
      inputs: (node: NodeDescription) => offered.chosen[node.name] ?? {},
      credential: (node) => offered.credentialFor(node),
    },
    { node: template, output: template.name },
  )
  const text = 'Greet {customer name}, {1st} of {a,b}, about {question}. Leave {other name} and {"a": 1}.'
  const values = '{"customer name":"Ann","1st":"one","a,b":"both"}'
  const flow = setInput(
    'promptTemplate_0',
    'promptValues',
    values,
  )(setInput('promptTemplate_0', 'template', text)(drawn))
  const { body } = await server.send('POST', '/api/v1/chatflows', { name: 'x', flowData: JSON.stringify(flow) })
  const answer = await server.send('POST', `/api/v1/prediction/${body.id}`, { question: 'lamps' })
  expect(answer.status, answer.text).toBe(200)
  const sent = edge.calls.at(-1)?.body ?? ''
  expect(sent).toContain('Greet Ann, one of both, about lamps. Leave {other name} and')
})
