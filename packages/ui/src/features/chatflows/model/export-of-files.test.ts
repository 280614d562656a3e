import { expect, test } from 'vitest'

import { exportOfFile, mergeExports } from './export-of-files.ts'

const read = (name: string, content: unknown) => exportOfFile({ name, text: JSON.stringify(content) })
const graph = { nodes: [], edges: [] }

test('a flow file is one flow, named by itself or by its file', () => {
  expect(read('Desk Chatflow.json', graph)).toEqual({ ChatFlow: [{ name: 'Desk', flowData: JSON.stringify(graph) }] })
  const template = { ...graph, templateName: 'Shop' }
  expect(read('a.json', template)).toEqual({ ChatFlow: [{ name: 'Shop', flowData: JSON.stringify(template) }] })
})

test('a row keeps what it says besides its graph', () => {
  const row = { id: 'f', name: 'Shop', flowData: '{}', isPublic: true, apikeyid: 'k' }
  expect(read('a.json', row)).toEqual({ ChatFlow: [row] })
})

test('a database is its flows, messages and tools; of keys and credentials only the number goes on', () => {
  const flow = { id: 'f', name: 'Shop', flowData: '{}' }
  const file = {
    chatflows: [flow],
    chatmessages: [{ id: 'm' }],
    apikeys: [{ apiKey: 'clear' }],
    credentials: [{ encryptedData: 'x' }],
    formatVersion: 1,
  }
  expect(read('DB.json', file)).toEqual({
    ChatFlow: [flow],
    ChatMessage: [{ id: 'm' }],
    apikeys: [{}],
    credentials: [{}],
  })
})

test('an ExportData.json goes on as it is, a tool file is one tool, and several files are one', () => {
  const data = { AgentFlowV2: [{ id: 'a' }], Tool: [{ id: 't' }], DocumentStore: [{ id: 'd' }] }
  expect(read('ExportData.json', data)).toEqual(data)
  const tool = { name: 'add', schema: '[]', func: 'return 1' }
  expect(read('add-CustomTool.json', tool)).toEqual({ Tool: [tool] })
  expect(mergeExports([{ Tool: [tool] }, { ChatFlow: [{ id: 'f' }], Tool: [tool] }])).toEqual({
    Tool: [tool, tool],
    ChatFlow: [{ id: 'f' }],
  })
})

test('a text that is no JSON is refused', () => {
  expect(() => exportOfFile({ name: 'a.json', text: 'no json' })).toThrow(SyntaxError)
})
