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

test.each([
  ['{"nodes":{},"edges":[]}', 'nodes should be array, but is object'],
  ['{"nodes":[],"edges":[{"source":"a"}]}', 'edges[0].target is missing (expected string)'],
  ['{"nodes":[{"id":"a","data":null}],"edges":[]}', 'nodes[0].data should be object, but is null'],
  [
    '{"nodes":[{"id":"","data":{"name":"a"}}],"edges":[]}',
    'nodes[0].id is wrong (Too small: expected string to have >=1 characters)',
  ],
  [
    '{"nodes":[{"id":"a","position":{"x":1e999,"y":0},"data":{"name":"a"}}],"edges":[]}',
    'nodes[0].position.x should be number, but is Infinity',
  ],
  [
    '{"nodes":[{"id":"a","data":{"name":"a","outputAnchors":[{"name":[]}]}}],"edges":[]}',
    'nodes[0].data.outputAnchors[0].name should be string, but is array',
  ],
  [
    '{"nodes":[{"id":"a","data":{"name":"a","outputAnchors":[{}]}}],"edges":[]}',
    'nodes[0].data.outputAnchors[0].name is missing (expected string)',
  ],
])('%s is refused with the place and what was found there', (text, complaint) => {
  expect(() => parseFlowData(text)).toThrow(`This isn't a flow: ${complaint}.`)
})
