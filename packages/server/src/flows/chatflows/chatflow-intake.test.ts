import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

const csv = `data:text/csv;base64,${Buffer.from('name,age\nAda,36').toString('base64')},filename:people.csv`

/** A flow as its older product wrote it: a node by the name it had then, and a file lying in the data. */
const olderFlow = JSON.stringify({
  nodes: [
    {
      id: 'openAIFunctionAgent_0',
      position: { x: 0, y: 0 },
      type: 'customNode',
      data: {
        id: 'openAIFunctionAgent_0',
        label: 'OpenAI Function Agent',
        name: 'openAIFunctionAgent',
        type: 'AgentExecutor',
        baseClasses: ['AgentExecutor', 'BaseChain'],
        category: 'Agents',
        inputParams: [{ label: 'System Message', name: 'systemMessage', type: 'string', optional: true }],
        inputAnchors: [{ label: 'Allowed Tools', name: 'tools', type: 'Tool', list: true }],
        inputs: { systemMessage: 'Be brief.', tools: [] },
        outputAnchors: [
          {
            id: 'openAIFunctionAgent_0-output-openAIFunctionAgent-AgentExecutor|BaseChain',
            name: 'openAIFunctionAgent',
            label: 'AgentExecutor',
            type: 'AgentExecutor | BaseChain',
          },
        ],
        outputs: {},
      },
    },
    csvNode(csv),
  ],
  edges: [],
})

function csvNode(csvFile: unknown) {
  return {
    id: 'csvFile_0',
    position: { x: 0, y: 300 },
    type: 'customNode',
    data: {
      id: 'csvFile_0',
      label: 'Csv File',
      name: 'csvFile',
      type: 'Document',
      baseClasses: ['Document'],
      category: 'Document Loaders',
      inputParams: [
        { label: 'Csv File', name: 'csvFile', type: 'file', fileType: '.csv' },
        { label: 'Secret', name: 'secret', type: 'password' },
      ],
      inputAnchors: [],
      inputs: { csvFile, secret: 'hush' },
      outputAnchors: [],
      outputs: {},
    },
  }
}

interface ReadNode {
  data: { name: string; inputs: Record<string, unknown> }
}

/** Every way a flow comes into the database, each giving the stored flow data. */
const waysIn: Record<string, (server: TestServer, flowData: string) => Promise<string>> = {
  'POST chatflows': async (server, flowData) =>
    (await server.send('POST', '/api/v1/chatflows', { name: 'Old', flowData })).body.flowData,
  'PUT chatflows': async (server, flowData) => {
    const { body } = await server.send('POST', '/api/v1/chatflows', { name: 'Old', flowData: '{}' })
    return (await server.send('PUT', `/api/v1/chatflows/${body.id}`, { flowData })).body.flowData
  },
  'database/load': async (server, flowData) => {
    const file = { chatmessages: [], chatflows: [{ id: 'f', name: 'Old', flowData }], apikeys: [] }
    expect(await server.send('POST', '/api/v1/database/load', file)).toMatchObject({ status: 201 })
    return (await server.send('GET', '/api/v1/chatflows/f')).body.flowData
  },
}

describeOnBothDatabases('Flow data on its way in', (start) => {
  let server: TestServer
  beforeEach(async () => {
    server = await start()
  })
  afterEach(() => server.close())

  test.each(Object.keys(waysIn))('%s gives nodes today’s names and keeps files as files', async (way) => {
    const stored = await waysIn[way]?.(server, olderFlow)
    const nodes = (JSON.parse(stored ?? '') as { nodes: ReadNode[] }).nodes
    expect(nodes.map(({ data }) => data.name)).toEqual(['toolAgent', 'csvFile'])
    expect(nodes[0]?.data.inputs['systemMessage']).toBe('Be brief.')
    const reference = String(nodes[1]?.data.inputs['csvFile'])
    expect(reference).toMatch(/^FILE-STORAGE::[\w-]{32}$/)
    const file = await server.send('GET', `/api/v1/files/${reference.slice('FILE-STORAGE::'.length)}`)
    expect(file.text).toBe('name,age\nAda,36')
  })

  test('what was put right and what was not kept is part of the answer, and a flow kept as it came says nothing', async () => {
    const { body } = await server.send('POST', '/api/v1/chatflows', { name: 'Old', flowData: olderFlow })
    expect(body.changes).toEqual([
      expect.stringContaining('openAIFunctionAgent is toolAgent today'),
      'Csv File: people.csv was inside the flow and is now stored as a file.',
      'Csv File: "Secret" wasn\'t saved. Flows don\'t store secrets. Choose a credential in the node.',
    ])
    const again = await server.send('PUT', `/api/v1/chatflows/${body.id}`, { flowData: body.flowData })
    expect(again.body).not.toHaveProperty('changes')
    expect(again.body.version).toBe(1)
  })

  test('several files in one input stay several', async () => {
    const flowData = JSON.stringify({ nodes: [csvNode(JSON.stringify([csv, csv]))], edges: [] })
    const { body } = await server.send('POST', '/api/v1/chatflows', { name: 'Two', flowData })
    const [node] = (JSON.parse(body.flowData) as { nodes: ReadNode[] }).nodes
    const kept = String(node?.data.inputs['csvFile'])
    expect(JSON.parse(kept.slice('FILE-STORAGE::'.length))).toEqual([
      expect.stringMatching(/^[\w-]{32}$/),
      expect.stringMatching(/^[\w-]{32}$/),
    ])
  })

  test('a file that cannot be read is refused, with its node and its field', async () => {
    const flowData = JSON.stringify({ nodes: [csvNode('data:text/csv,plain')], edges: [] })
    const answer = await server.send('POST', '/api/v1/chatflows', { name: 'Broken', flowData })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'flow-data-invalid',
        message: expect.stringMatching(/^Csv File, "Csv File": The file in this node/),
      },
    })
  })
})
