import type { Route } from '@chatwright/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor } from '../../../testing/fake-vendor.ts'
import { sampleRequest, type SampleRequest } from '../../../testing/sample-request.ts'
import { testServer } from '../../../testing/test-server.ts'

// The default: no login, and a flow that was drawn in the browser answers its owner alone.
const vendor = await startFakeVendor()
const server = await testServer()
const flowId = await createConversation(server, {
  vendorUrl: vendor.url,
  columns: { access: 'owner', isPublic: true, deployed: true },
})
afterAll(async () => {
  await server.close()
  await vendor.close()
})

/** Who reaches this machine and is not its owner. */
const strangers: Record<string, Record<string, string>> = {
  'a page of another site': { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' },
  'a page of another port': { origin: 'http://localhost:4999', 'sec-fetch-site': 'same-site' },
  'a page without an origin': { origin: 'null' },
  'a picture in a page of another site': { 'sec-fetch-site': 'cross-site' },
  'a picture in a page of another port': { 'sec-fetch-site': 'same-site' },
  'a proxy': { 'x-forwarded-for': '203.0.113.7' },
  'a proxy that names the host': { 'x-forwarded-host': 'flows.example' },
  'a proxy that names the standard way': { forwarded: 'for=127.0.0.1' },
  'a tunnel': { via: '1.1 tunnel', 'x-real-ip': '127.0.0.1' },
  'a name that was pointed here': { host: 'evil.example:3000' },
  'a name that looks like this machine': { host: '127.0.0.1.evil.example' },
}
const owners: Record<string, Record<string, string>> = {
  'a program on this machine': {},
  'a page of this server': { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' },
  'a key from elsewhere, sent by a client here': { authorization: 'Bearer of-another-server' },
  'a name and password stored by hand': { authorization: `Basic ${btoa('ann:secret')}` },
}

/** Of these, everybody reads whether there is something: no word of the flow. */
const tellsNothing: Record<string, object> = {
  '/chatflows-streaming/:id': { isStreaming: true },
  '/public-chatbotConfig/:id': { isOpen: false, flowData: '{"nodes":[],"edges":[]}' },
}
/** What names no flow, or opens to a secret of its own alone, for the owner too. */
const otherDoors = new Set(['mcp', 'channels', 'public-executions'])

// Every route that is served and names a flow: a new one is tried the day it appears.
const doors = server.services.handlers
  .map(({ route }) => ({ route, sample: naming(flowId, sampleRequest(route, { id: flowId })) }))
  .filter(({ route, sample }) => route.access === 'flow' || (route.access === 'public' && names(sample)))
  .filter(({ route }) => !otherDoors.has(route.path.split('/')[1] ?? ''))
  .map((door): [name: string, door: { route: Route; sample: SampleRequest }] => [
    `${door.route.method} ${door.route.base}${door.route.path}`,
    door,
  ])

test('the doors are those that chats, pages, widgets and programs use', () => {
  expect(doors.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'POST /api/v1/prediction/:id',
      'GET /api/v1/public-chatflows/:id',
      'GET /api/v1/public-chatbotConfig/:id',
      'GET /api/v1/chatflows-uploads/:id',
      'POST /api/v1/attachments/:id/:chatId',
      'GET /api/v1/get-upload-file',
      'POST /api/v1/vector/upsert/:id',
      'POST /v1/chat/completions',
    ]),
  )
})

describe.each(doors)('%s', (_, { route, sample }) => {
  test('lets its owner pass', async () => {
    for (const [who, headers] of Object.entries(owners)) {
      const answer = await send(route, sample, headers)
      expect([401, 403, 500], `${who}: ${answer.text}`).not.toContain(answer.status)
    }
  })

  test('lets no stranger pass', async () => {
    const asked = vendor.requests.length
    for (const [who, headers] of Object.entries(strangers)) {
      const answer = await send(route, sample, headers)
      const told = tellsNothing[route.path]
      if (told && headers['host'] === undefined) expect([answer.status, answer.body], who).toEqual([200, told])
      else expect([401, 403], `${who}: ${answer.text}`).toContain(answer.status)
    }
    expect(vendor.requests).toHaveLength(asked)
  })
})

function send(route: Route, { method, url, body }: SampleRequest, headers: Record<string, string>) {
  const isForm = route.consumes === 'multipart'
  const form = '--x\r\ncontent-disposition: form-data; name="base64"\r\n\r\ntrue\r\n--x--\r\n'
  return server.send(method, url, isForm ? form : body, {
    ...headers,
    ...(isForm && { 'content-type': 'multipart/form-data; boundary=x' }),
  })
}

/** The same request about this flow, wherever in it a flow is named. */
function naming(id: string, { url, body, ...sample }: SampleRequest): SampleRequest {
  const named = ['chatflowid', 'chatflowId', 'model'].filter(
    (name) => typeof body === 'object' && body !== null && name in body,
  )
  return {
    ...sample,
    url: url.replace(/(chatflowId=)[^&]*/, `$1${id}`),
    body: named.length > 0 ? { ...(body as object), ...Object.fromEntries(named.map((name) => [name, id])) } : body,
  }
}

function names({ url, body }: SampleRequest): boolean {
  return `${url} ${JSON.stringify(body ?? '')}`.includes(flowId)
}
