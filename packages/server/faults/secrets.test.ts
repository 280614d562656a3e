import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawConversation } from '../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../testing/fake-vendor.ts'
import { spawnServer, temporaryFolder, type SpawnedServer } from '../testing/spawned-server.ts'
import type { NodeDescription } from '@chatwright/core'

// Every secret a server can hold, each with a word of its own to look for.
const canary = {
  credential: 'sk-canary-credential-7f3a91',
  variable: 'canary-secret-variable-52be',
  password: 'canary-typed-password-c09d',
  login: 'canary-login-password-1e44',
  serverKey: 'canary-server-secret-key-aa17',
  environment: 'canary-environment-value-88d0',
}

const folder = temporaryFolder()
let server: SpawnedServer
let vendor: FakeVendor
let quoting: { url: string; close(): void }
beforeAll(async () => {
  vendor = await startFakeVendor()
  quoting = await startQuotingVendor()
  server = await spawnServer({
    DATA_DIR: folder.path,
    LOG_LEVEL: 'trace',
    CHATWRIGHT_USERNAME: 'owner',
    CHATWRIGHT_PASSWORD: canary.login,
    SECRET_KEY: canary.serverKey,
    SOME_VENDOR_KEY: canary.environment,
  })
})
afterAll(async () => {
  await server.stop('SIGKILL')
  await vendor.close()
  quoting.close()
  folder.remove()
})

const answers: { what: string; text: string }[] = []
async function send(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`owner:${canary.login}`).toString('base64')}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  answers.push({ what: `${method} ${path} ${answer.status}`, text })
  return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text
}

test('no secret appears in any answer, stream, event, export, log line, prompt or file', async () => {
  const { id: credentialId } = (await send('POST', '/api/v1/credentials', {
    name: 'Vendor',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: canary.credential },
  })) as { id: string }
  const { id: variableId } = (await send('POST', '/api/v1/variables', {
    name: 'hidden',
    value: canary.variable,
    isSecret: true,
  })) as { id: string }
  // Code that has the variable, and says it in every way code can.
  for (const func of ['return $vars.hidden', 'throw new Error("No: " + $vars.hidden)', 'console.log($vars)']) {
    await send('POST', '/api/v1/tools/try', { func })
  }
  const made = (await send('POST', '/api/v1/apikey', { keyName: 'Key', permissions: ['predict'] })) as {
    apiKey: string
  }
  // The one answer that may hold it.
  answers.pop()
  const catalogue = (await send('GET', '/api/v1/nodes')) as NodeDescription[]
  const draw = async (name: string, vendorUrl: string): Promise<string> => {
    const flow = drawConversation(catalogue, { vendorUrl }, credentialId)
    const [model] = flow.nodes
    model?.data.inputParams.push({ ...model.data.inputParams[0], name: 'typed', type: 'password' } as never)
    if (model) model.data.inputs['typed'] = canary.password
    return ((await send('POST', '/api/v1/chatflows', { name, flowData: JSON.stringify(flow) })) as { id: string }).id
  }
  const working = await draw('Working', vendor.url)
  const refused = await draw('Refused', quoting.url)

  for (const flow of [working, refused]) {
    for (const path of ['prediction', 'internal-prediction']) {
      await send('POST', `/api/v1/${path}/${flow}`, { question: 'Hi' })
      await send('POST', `/api/v1/${path}/${flow}`, { question: 'Hi', streaming: true })
    }
    const { items } = (await send('GET', `/api/v1/runs?chatflowId=${flow}`)) as { items: { id: string }[] }
    expect(items).toHaveLength(4)
    for (const { id } of items) await send('GET', `/api/v1/runs/${id}`)
    for (const path of ['chatflows', 'chatmessage', 'flow-config', 'public-chatbotConfig', 'chatflows-uploads'])
      await send('GET', `/api/v1/${path}/${flow}`)
    await send('GET', `/api/v1/chatflows/${flow}/versions/1`)
  }
  await send('POST', `/api/v1/credentials/${credentialId}/test`, {})
  await send('PUT', `/api/v1/credentials/${credentialId}`, { name: 'Renamed' })
  await send('PUT', `/api/v1/variables/${variableId}`, { name: 'renamed' })
  await send('POST', '/api/v1/node-load-method/chatOpenAI', { loadMethod: 'listModels', credential: credentialId })
  for (const path of [
    'credentials',
    `credentials/${credentialId}`,
    'variables',
    'apikey',
    'tools',
    'database/export',
    'chatflows',
  ])
    await send('GET', `/api/v1/${path}`)
  await send('GET', '/metrics')
  await send('GET', '/health/ready')

  expect(vendor.requests.length).toBeGreaterThanOrEqual(4)
  expect(vendor.requests[0]?.headers['authorization']).toBe(`Bearer ${canary.credential}`)
  const places = [
    ...answers,
    { what: 'the log', text: server.output() },
    ...vendor.requests.map(({ body }) => ({ what: 'a prompt', text: JSON.stringify(body) })),
    ...filesIn(folder.path).map((file) => ({ what: file, text: readFileSync(file, 'latin1') })),
  ]
  expect(places.length).toBeGreaterThan(40)
  const leaks = places.flatMap(({ what, text }) =>
    [...Object.entries(canary), ['apiKey', made.apiKey] as const]
      .filter(([, value]) => text.includes(value) || text.includes(Buffer.from(value).toString('base64')))
      .map(([name]) => `${name} in ${what}`),
  )
  expect(leaks).toEqual([])
}, 60_000)

/** Refuses every key by quoting it, as vendors do. */
async function startQuotingVendor(): Promise<{ url: string; close(): void }> {
  const listening = createServer((request, response) => {
    const key = request.headers.authorization?.replace('Bearer ', '')
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${key}.` } }))
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, close: () => listening.close() }
}

function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
