import type { NodeDefinition, Tool } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { replay, text } from '../../test/replay.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import requestsDelete from './requests-delete.ts'
import requestsGet from './requests-get.ts'
import requestsPost from './requests-post.ts'
import requestsPut from './requests-put.ts'

async function send(node: NodeDefinition, inputs: Record<string, unknown>, call: Record<string, unknown>) {
  const { fetch, requests } = replay(text('x'.repeat(3000)))
  const tool = await buildNode<Tool>(node, { inputs, context: testContext({ fetch }) })
  const output = await tool.call(call, testRun())
  return { tool, output, request: requests[0] }
}

describe('GET', () => {
  test('fills the path and the query with what the model gives, and cuts the answer', async () => {
    const { tool, output, request } = await send(
      requestsGet,
      {
        requestsGetUrl: 'https://api.test/items/:id?fixed=1',
        requestsGetHeaders: '{"x-team": "blue"}',
        requestsGetQueryParamsSchema:
          '{"id": {"type": "string", "in": "path", "required": true}, "limit": {"type": "number", "description": "how many"}}',
        requestsGetMaxOutputLength: 10,
      },
      { id: 'a/b', limit: 5, ignored: true },
    )
    expect(request).toMatchObject({
      method: 'GET',
      url: 'https://api.test/items/a%2Fb?fixed=1&limit=5',
      headers: { 'x-team': 'blue' },
    })
    expect(tool.parameters).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string', description: '' },
        limit: { type: 'number', description: 'how many' },
      },
      required: ['id'],
    })
    expect(output).toBe('xxxxxxxxxx\n[cut: 2990 more characters]')
  })

  test('without an address the model names one, but only on the web', async () => {
    const { request, tool } = await send(requestsGet, {}, { url: 'https://any.test/' })
    expect(request?.url).toBe('https://any.test/')
    expect(tool.parameters.required).toEqual(['url'])
    await expect(tool.call({ url: 'file:///etc/passwd' }, testRun())).rejects.toThrow("isn't a web address")
  })

  test('a flow of the first version keeps its address', () => {
    const [migration] = requestsGet.migrations ?? []
    expect(migration?.migrate({ url: 'https://a.test', headers: '{}', description: 'Old' })).toEqual({
      requestsGetUrl: 'https://a.test',
      requestsGetHeaders: '{}',
      requestsGetDescription: 'Old',
    })
  })
})

test.each([
  ['POST', requestsPost, 'requestsPost', 'requestPostBody'],
  ['PUT', requestsPut, 'requestsPut', 'requestPutBody'],
])('%s adds what the model gives to the fixed body', async (method, node, prefix, bodyName) => {
  const { request } = await send(
    node,
    {
      [`${prefix}Url`]: 'https://api.test/items',
      [bodyName]: '{"team": "blue"}',
      [`${prefix}BodySchema`]: '{"name": {"type": "string"}}',
    },
    { name: 'tea' },
  )
  expect(request).toMatchObject({ method, body: { team: 'blue', name: 'tea' } })
})

test('POST without a schema takes any body', async () => {
  const { request } = await send(requestsPost, { requestsPostUrl: 'https://api.test' }, { body: { any: 1 } })
  expect(request?.body).toEqual({ any: 1 })
})

test('DELETE sends no body', async () => {
  const { request } = await send(
    requestsDelete,
    { requestsDeleteUrl: 'https://api.test/{id}', requestsDeleteQueryParamsSchema: '{"id": {"in": "path"}}' },
    { id: '7' },
  )
  expect(request).toMatchObject({ method: 'DELETE', url: 'https://api.test/7', body: '' })
})

test('headers that are no JSON object are told at once', async () => {
  const building = buildNode(requestsGet, { inputs: { requestsGetUrl: 'https://a.test', requestsGetHeaders: 'a: b' } })
  await expect(building).rejects.toThrow("The request's headers must be a JSON object.")
})
