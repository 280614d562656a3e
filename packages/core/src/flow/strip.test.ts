import { expect, test } from 'vitest'
import { catalogue, join, node } from './catalogue.fixture.ts'
import { connect } from './commands/connect.ts'
import type { Flow } from './document.ts'
import { stripForExport } from './strip-for-export.ts'
import { stripForSave, unkeptInputs } from './strip-for-save.ts'

const { describe } = catalogue
const model = node('chatOpenAI_0', {
  proxyPassword: 'hunter2',
  FLOWISE_CREDENTIAL_ID: 'credential-1',
  baseOptions: '{"headers":{"Authorization":"Bearer hunter2","Accept":"text/plain"}}',
})
const drawn: Flow = {
  nodes: [
    { ...model, selected: true, dragging: true, data: { ...model.data, selected: true } },
    node('textFile_0', { txtFile: 'data:text/plain;base64,aGk=,filename:a.txt', folderPath: '/home/me' }),
    node('textFile_1', { txtFile: 'FILE-STORAGE::["a.txt"]' }),
    node('llmChain_0'),
  ],
  edges: [],
}
const joined = connect(join(drawn, 'chatOpenAI_0', 'llmChain_0', 'model'))(drawn)
const flow = { ...joined, edges: joined.edges.map((edge) => ({ ...edge, selected: true })) }

test('[FLOW-12] saving strips password, file and folder values and drops the selection', () => {
  const saved = stripForSave(flow, describe)
  expect(saved.nodes.map((node) => node.data.inputs)).toEqual([
    expect.not.objectContaining({ proxyPassword: expect.anything() }),
    {},
    { txtFile: 'FILE-STORAGE::["a.txt"]', folderPath: undefined },
    flow.nodes[3]?.data.inputs,
  ])
  expect(saved.nodes[0]).toMatchObject({ selected: false, data: { selected: false, credential: 'credential-1' } })
  expect(saved.nodes[0]).not.toHaveProperty('dragging')
  expect(saved.nodes[0]?.data.inputs).not.toHaveProperty('FLOWISE_CREDENTIAL_ID')
  expect(saved.edges[0]).not.toHaveProperty('selected')
  expect(saved.nodes[3]).toBe(flow.nodes[3])
})

test('exporting finds secrets in lists too, also where most of the list holds none', () => {
  const headers = [{ Accept: 'text/plain' }, { Authorization: 'Bearer hunter2' }, 'x-token: shown']
  const exported = stripForExport({ nodes: [node('chatOpenAI_0', { baseOptions: { headers } })], edges: [] }, describe)
  expect(exported.nodes[0]?.data.inputs['baseOptions']).toEqual({
    headers: [{ Accept: 'text/plain' }, { Authorization: '' }, 'x-token: shown'],
  })
  const harmless = '{"headers": ["Accept"]}'
  const kept = stripForExport({ nodes: [node('chatOpenAI_0', { baseOptions: harmless })], edges: [] }, describe)
  expect(kept.nodes[0]?.data.inputs['baseOptions']).toBe(harmless)
})

test('what saving does not keep is known beforehand: what is filled in, and no stored file', () => {
  const unkept = (inputs: Record<string, unknown>) =>
    unkeptInputs(node('textFile_0', { txtFile: '', folderPath: '', ...inputs }).data, describe).map(({ name }) => name)
  expect(unkept({ txtFile: 'data:text/plain;base64,aGk=', folderPath: '/home/me' })).toEqual(['txtFile', 'folderPath'])
  expect(unkept({ txtFile: 'FILE-STORAGE::["a.txt"]', folderPath: null })).toEqual([])
  expect(unkept({ txtFile: undefined })).toEqual([])
})

test('exporting takes credential ids and secret headers out too, and leaves the rest', () => {
  const exported = stripForExport(flow, describe)
  expect(JSON.stringify(exported)).not.toMatch(/hunter2|credential-1/)
  expect(exported.nodes[0]?.data.inputs['baseOptions']).toBe('{"headers":{"Authorization":"","Accept":"text/plain"}}')
  expect(exported.edges).toEqual(stripForSave(flow, describe).edges)
})
