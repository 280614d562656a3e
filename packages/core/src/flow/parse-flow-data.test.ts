import { expect, test } from 'vitest'
import { node } from './catalogue.fixture.ts'
import { FlowFormatError } from './format-error.ts'
import { parseFlowData } from './parse-flow-data.ts'

test('a stored flow is read as it was written', () => {
  const flow = { nodes: [node('chatOpenAI_0')], edges: [], viewport: { x: 1, y: 2, zoom: 0.5 } }
  expect(parseFlowData(JSON.stringify(flow))).toEqual(flow)
})

test('nothing drawn yet is an empty flow', () => {
  expect(parseFlowData('')).toEqual({ nodes: [], edges: [] })
  expect(parseFlowData(' {} ')).toEqual({ nodes: [], edges: [] })
})

test('what the document promises is there even when the text left it out or empty', () => {
  const text = JSON.stringify({
    nodes: [{ id: 'a_0', data: { name: 'a', version: '2', credential: null, inputs: null, outputs: null, extra: 1 } }],
    edges: [{ source: 'a_0', target: 'a_0' }],
    viewport: null,
  })
  expect(parseFlowData(text)).toEqual({
    nodes: [
      {
        id: 'a_0',
        type: 'customNode',
        position: { x: 0, y: 0 },
        data: {
          id: 'a_0',
          name: 'a',
          label: 'a',
          version: 2,
          type: 'a',
          category: '',
          baseClasses: [],
          inputParams: [],
          inputAnchors: [],
          inputs: {},
          outputAnchors: [],
          extra: 1,
        },
      },
    ],
    edges: [{ id: 'a_0--a_0-', source: 'a_0', target: 'a_0', sourceHandle: '', targetHandle: '' }],
  })
})

test('what is no flow is refused by name and place', () => {
  const error = (() => {
    try {
      return parseFlowData('{"nodes":[{"id":"a_0","data":{"name":5}}],"edges":[]}')
    } catch (error) {
      return error
    }
  })()
  expect(error).toBeInstanceOf(FlowFormatError)
  expect(error).toMatchObject({ path: 'nodes[0].data.name' })
})
