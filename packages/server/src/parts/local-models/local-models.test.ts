import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createOutbound } from '../../guards/outbound/outbound.ts'
import { testServer } from '../../../testing/test-server.ts'
import { createLocalModelService } from './local-model-service.ts'
import { usualPlaces, type Place } from './places.ts'
import { patient } from '../../../testing/patient.ts'

const servers: Server[] = []
const outbound = createOutbound({ allowedPrivateHosts: [] })

afterEach(() => {
  vi.unstubAllEnvs()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const json =
  (body: unknown): RequestListener =>
  (_, reply) =>
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(body))

const openAiPlace = (host: string): Place => ({
  label: 'LM Studio',
  address: `http://${host}/v1`,
  listPath: '/models',
  speaks: 'openai',
  nodeName: 'chatLMStudio',
  addressInput: 'basePath',
})

test('Ollama where its variable says it listens is offered with its chat models', async () => {
  const asked: string[] = []
  const host = await listen((request, reply) => {
    asked.push(`${request.method} ${request.url}`)
    json({ models: [{ name: 'llama3.2:latest' }, { name: 'nomic-embed-text:latest' }] })(request, reply)
  })
  vi.stubEnv('OLLAMA_HOST', host)
  const server = await testServer()
  const { status, body } = await server.send('GET', '/api/v1/local-models')
  await server.close()
  expect(status).toBe(200)
  expect(body).toContainEqual({
    label: 'Ollama',
    address: `http://${host}`,
    nodeName: 'chatOllama',
    addressInput: 'baseUrl',
    models: ['llama3.2:latest'],
  })
  expect(asked).toEqual(['GET /api/tags'])
})

test('a server that speaks the API of OpenAI is offered with its models', async () => {
  const place = openAiPlace(await listen(json({ object: 'list', data: [{ id: 'qwen2.5-7b' }] })))
  expect(await createLocalModelService({ places: [place], request: outbound.providerFetch }).find()).toEqual([
    {
      label: 'LM Studio',
      address: place.address,
      nodeName: 'chatLMStudio',
      addressInput: 'basePath',
      models: ['qwen2.5-7b'],
    },
  ])
})

test('whoever is silent, a web page, sends elsewhere, fails or has no model is left out, and soon', async () => {
  let isRedirectFollowed = false
  const elsewhere = await listen((request, reply) => {
    isRedirectFollowed = true
    json({ data: [{ id: 'elsewhere' }] })(request, reply)
  })
  const hosts = await Promise.all([
    listen(() => undefined),
    listen((_, reply) => reply.setHeader('content-type', 'text/html').end('<h1>Hello</h1>')),
    listen((_, reply) => reply.writeHead(307, { location: `http://${elsewhere}/` }).end()),
    listen((_, reply) => reply.writeHead(500).end()),
    listen(json({ data: [] })),
  ])
  const started = performance.now()
  const places = [...hosts, '127.0.0.1:9'].map(openAiPlace)
  const found = await createLocalModelService({ places, request: outbound.providerFetch, waitMs: 1500 }).find()
  expect(found).toEqual([])
  expect(isRedirectFollowed).toBe(false)
  expect(performance.now() - started).toBeLessThan(patient(3000))
})

test.each([
  [undefined, 'http://127.0.0.1:11434'],
  ['', 'http://127.0.0.1:11434'],
  ['0.0.0.0', 'http://127.0.0.1:11434'],
  ['0.0.0.0:8000', 'http://127.0.0.1:8000'],
  [':5000', 'http://127.0.0.1:5000'],
  ['localhost', 'http://localhost:11434'],
  ['https://models.example.com/', 'https://models.example.com'],
  ['not a host', 'http://127.0.0.1:11434'],
])('OLLAMA_HOST %j leads to %s', (given, address) => {
  expect(usualPlaces(given)[0]?.address).toBe(address)
})
