import { loadCatalogue } from '@chatwright/nodes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawAgentFlow } from '../../../testing/agent-flow.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

const INLINE = `data:text/plain;base64,${btoa('openapi: 3.0.0')},filename:a.yaml`
const SECRET = 'hunter2-typed-by-hand'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function post(agentTools: unknown) {
  const { nodes } = await loadCatalogue()
  const steps = { agentAgentflow_0: { agentModel: 'chatOpenAI', agentModelConfig: { apiKey: SECRET }, agentTools } }
  const flow = drawAgentFlow(nodes, { steps, edges: ['startAgentflow_0 > agentAgentflow_0'] })
  const stored = { name: 'Agents', type: 'AGENTFLOW', flowData: JSON.stringify(flow) }
  const { body } = await server.send('POST', '/api/v1/chatflows', stored)
  const kept = JSON.parse(body.flowData).nodes[1].data.inputs
  return { id: String(body.id), changes: body.changes as string[], kept }
}

const tool = (name: string, settings: object) => ({
  agentSelectedTool: name,
  agentSelectedToolConfig: { agentSelectedTool: name, ...settings },
})

test.each([
  ['of today', 'openApiFile', INLINE],
  ['of an older version', 'yamlFile', INLINE],
  ['with several in it', 'openApiFile', JSON.stringify([INLINE, INLINE])],
])('a file inside the settings of a tool, under its name %s, is kept as a file', async (_, field, held) => {
  const { id, kept, changes } = await post([tool('openAPIToolkit', { [field]: held })])
  expect(kept.agentTools[0].agentSelectedToolConfig[field]).toMatch(/^FILE-STORAGE::/)
  expect(changes).toContainEqual(expect.stringContaining('is now stored as a file'))
  const exported = await server.send('GET', '/api/v1/export-import/export')
  expect(exported.text).toContain(id)
  expect(exported.text).not.toContain('data:text/plain')
})

test('secrets inside the settings of a tool or a model are not kept, also in rows that lie there as text', async () => {
  const rows = [tool('openAPIToolkit', { password: SECRET, headers: '{"accept":"text/plain"}' })]
  for (const agentTools of [rows, JSON.stringify(rows)]) {
    const { kept, changes } = await post(agentTools)
    expect(JSON.stringify(kept)).not.toContain(SECRET)
    expect(kept.agentTools[0].agentSelectedToolConfig.headers).toBe('{"accept":"text/plain"}')
    expect(changes).toContainEqual(expect.stringContaining('"password" wasn\'t saved'))
  }
  expect((await server.send('GET', '/api/v1/export-import/export')).text).not.toContain(SECRET)
})

test('what was left behind by another choice is looked through too', async () => {
  const left = { agentSelectedTool: 'openAPIToolkit', yamlFile: INLINE }
  const { kept } = await post([{ agentSelectedTool: 'calculator', agentSelectedToolConfig: left }])
  expect(JSON.stringify(kept)).not.toContain('data:text/plain')
})
