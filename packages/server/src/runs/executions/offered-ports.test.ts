import type { Flow, NodeDescription } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { prepareOffered, type OfferedSettings } from '../../../testing/offered-settings.ts'
import { redisProgram, startRedis, type OwnRedis } from '../../../testing/own-redis.ts'
import { answerAtEdge, edge, REFUSAL } from '../../../testing/recorded-edge.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { offeredOutputs, offeredPorts, surroundNode, type Surroundings } from '../../../testing/surrounded-node.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

const catalogue = await loadCatalogue()
const { nodes, describeCredential } = catalogue
const examples = new Map<string, Record<string, unknown>>()
for (const { name } of nodes) examples.set(name, (await catalogue.loadNode(name)).example ?? {})

/** What comes of a node that does its work and says why there is no answer. */
const SAYS: Record<string, RegExp> = {
  advancedStructuredOutputParser: /The answer isn't JSON\. The model answered: Done\./,
  structuredOutputParser: /The answer isn't JSON\. The model answered: Done\./,
  customListOutputParser: /The answer contains 1 values instead of 5\. The model answered: Done\./,
  getVariable: /The variable "summary" wasn't set\./,
  // Nobody has signed in to this connection.
  googleDrive: /needs a new sign-in/,
  googleSheets: /needs a new sign-in/,
  documentStoreVS: /"Handbook" isn't ready to search yet\./,
  // It speaks over a socket of its own, and nothing listens here.
  postgres: /PostgreSQL at localhost:5432 can't be reached/,
}

let server: TestServer
let redis: OwnRedis | undefined
let folder: string
let offered: OfferedSettings
let around: Surroundings

function inputsOf(node: NodeDescription, output: string | undefined): Record<string, unknown> {
  const files = node.inputs
    .filter(({ type }) => type === 'file')
    .map(({ name, fileType = '' }) => [name, SAMPLE_FILES[fileType.split(',')[0] ?? ''] ?? SAMPLE_FILES['.txt']])
  return {
    ...examples.get(node.name),
    ...Object.fromEntries(files),
    ...offered.chosen[node.name],
    ...MORE[node.name],
    ...(node.name === 'ifElseFunction' && {
      ifFunction: `return ${output === 'returnTrue'}`,
      elseFunction: 'return 1',
    }),
  }
}

/** What an example leaves to the one who draws. */
const MORE: Record<string, Record<string, unknown>> = {
  chatPromptTemplate: { systemMessagePrompt: 'You are kind.' },
  getApiChain: { apiDocs: 'BASE URL: https://api.example/' },
  postApiChain: { apiDocs: 'BASE URL: https://api.example/' },
  apiLoader: { url: 'https://api.example/lamps' },
  openApiChain: { yamlLink: 'https://api.example/openapi.yaml' },
  cheerioWebScraper: { url: 'https://page.example/lamps' },
  setVariable: { input: 'A lamp.' },
}

async function use(name: string, flow: Flow): Promise<string> {
  const stored = { name, flowData: JSON.stringify(flow) }
  const created = await server.send('POST', '/api/v1/chatflows', stored)
  expect(created.status, created.text).toBe(200)
  const flowId = String(created.body.id)
  if (flow.nodes.some(({ data }) => nodes.find((node) => node.name === data.name)?.traits?.upserts)) {
    const loaded = await server.send('POST', `/api/v1/vector/upsert/${flowId}`, {})
    if (loaded.status !== 200) return String(loaded.body.message)
  }
  const { status, body } = await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Use it.' })
  return status === 200 ? `answered: ${JSON.stringify(body.text ?? body.json)}` : String(body.message)
}

describe('Every node that ports offer works through the door', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chatwright-offered-'))
    mkdirSync(join(folder, 'handbook'))
    writeFileSync(join(folder, 'handbook', 'lamps.txt'), 'A lamp.')
    writeFileSync(join(folder, 'shop.db'), '')
    if (redisProgram) redis = await startRedis()
    server = await testServer({ dispatch: answerAtEdge, env: { FLOW_FILES_DIR: folder } })
    const values = redis && { redisUrl: redis.url }
    offered = await prepareOffered(server, { nodes, describeCredential, ...(values && { values }) })
    around = { catalogue: nodes, inputs: inputsOf, credential: (node) => offered.credentialFor(node) }
  }, 60_000)
  beforeEach(() => {
    edge.calls.length = 0
  })
  afterAll(async () => {
    await server.close()
    await redis?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const outputs = offeredOutputs(nodes).map((each) => [`${each.node.name}, ${each.output}`, each] as const)
  test.each(outputs)('%s', async (name, output) => {
    expectWork(output.node, await use(name, surroundNode(around, output)))
  })

  const hosts = new Set(offeredPorts(nodes).map(({ host }) => host))
  const answering = outputs.filter(([, { node }], index) => {
    return hosts.has(node) && outputs.findIndex(([, other]) => other.node === node) === index
  })
  test.each(answering)('%s, with something at every port', async (name, output) => {
    const flow = surroundNode(around, output, true)
    expectWork(output.node, await use(name, flow))
  })
})

function expectWork(node: NodeDescription, came: string): void {
  const said = SAYS[node.name]
  if (said) expect(came).toMatch(said)
  else if (!came.includes(REFUSAL)) expect(came).toMatch(/^answered: .*\w/)
}
