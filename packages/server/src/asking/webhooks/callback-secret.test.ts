import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { temporaryFolder } from '../../../testing/spawned-server.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import type { KeptGraph } from '../../ground/db/flow-tables.ts'
import { collectSecrets } from '../../flows/flows/collect-graphs.ts'
import { sealOlderGraphs } from '../../flows/flows/seal-older-graphs.ts'
import { readSecretKeys } from '../../ground/boot/secret-key.ts'
import { openDatabase } from '../../ground/db/database.ts'
import { createFlowSecrets } from '../../parts/credentials/flow-secrets.ts'
import { rotateKey } from '../../parts/credentials/rotate-key.ts'
import { hmacOf } from './signature.ts'

const SECRET = 'a callback secret that nobody reads'
const never = new AbortController().signal
const received: { headers: IncomingHttpHeaders; body: string }[] = []
const receiver = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(pieces).toString() })
    response.writeHead(200).end()
  })
})
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
})
afterAll(() => {
  receiver.close()
})

describeOnBothDatabases('The callback secret of a Start step', (start) => {
  let server: TestServer
  beforeEach(async () => {
    server = await start({ env: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }, lookEveryMs: 50 })
    received.length = 0
  })
  afterEach(() => server.close())

  const createFlow = (callbackSecret: string) =>
    createAgentFlow(server, {
      steps: {
        startAgentflow_0: {
          startInputType: 'webhookTrigger',
          webhookDefaultInput: 'Order {{$webhook.body.order}}',
          webhookResponseMode: 'async',
          callbackUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/done`,
          callbackSecret,
        },
        directReplyAgentflow_0: { directReplyMessage: 'Got it' },
      },
      edges: ['startAgentflow_0 > directReplyAgentflow_0'],
    })
  const flowDataOf = async (id: string): Promise<string> =>
    (await server.send('GET', `/api/v1/chatflows/${id}`)).body.flowData
  const secretIn = (flowData: string): string =>
    (JSON.parse(flowData) as { nodes: { data: { inputs: Record<string, string> } }[] }).nodes[0]?.data.inputs[
      'callbackSecret'
    ] ?? ''
  const signedWith = async (flowId: string, secret: string) => {
    received.length = 0
    expect((await server.send('POST', `/api/v1/webhook/${flowId}`, { order: 7 })).status).toBe(202)
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 30_000, interval: 20 })
    const [{ headers, body } = { headers: {}, body: '' }] = received
    expect(headers['x-flowise-signature']).toBe(`sha256=${hmacOf(secret, [body])}`)
  }
  /** Whatever any table holds. */
  const allText = async (): Promise<string> => {
    const file = await server.send('GET', '/api/v1/database/export')
    const db = server.database.query
    const rows = await Promise.all(
      (['graph', 'chat_flow', 'chat_flow_version', 'flow_secret', 'flow_trigger', 'run', 'run_event'] as const).map(
        (table) => db.selectFrom(table).selectAll().execute(),
      ),
    )
    return file.text + JSON.stringify(rows)
  }

  test('is stored encrypted and once, signs what is sent, and stands in clear in no table and no file', async () => {
    const flowId = await createFlow(SECRET)
    const reference = secretIn(await flowDataOf(flowId))
    expect(reference).toMatch(/^sealed:[\w-]{22}$/)
    await signedWith(flowId, SECRET)
    // What somebody tries before it is saved is stored, too.
    const draft = (await flowDataOf(flowId)).replace(reference, SECRET)
    const tried = await server.send('POST', `/api/v1/internal-prediction/${flowId}`, { question: 'Hi', draft })
    expect(tried.body.details.code, tried.text).toBe('missing-input')
    expect(await allText()).not.toContain(SECRET)
    // Saved again by a browser that still holds it: the same secret, and no other version.
    await server.send('PUT', `/api/v1/chatflows/${flowId}`, { flowData: draft })
    expect(secretIn(await flowDataOf(flowId))).toBe(reference)
    expect(await server.database.query.selectFrom('flow_secret').select('id').execute()).toHaveLength(1)
    await server.send('POST', `/api/v1/chatflows/${flowId}/versions/1/restore`)
    await signedWith(flowId, SECRET)
  })

  test('one that came from another server is asked for again, and nothing is sent without a signature', async () => {
    const flowId = await createFlow('sealed:ofAnotherServer0000000')
    const flowData = await flowDataOf(flowId)
    const saved = await server.send('PUT', `/api/v1/chatflows/${flowId}`, { flowData })
    expect(saved.body.changes.join()).toContain('this server doesn\'t have the secret in "Callback Secret"')
    expect((await server.send('POST', `/api/v1/webhook/${flowId}`, { order: 7 })).status).toBe(202)
    const delivery = async () =>
      (await server.send('GET', `/api/v1/chatflows/${flowId}/webhook/deliveries`)).body.data[0]
    await vi.waitFor(async () => expect((await delivery()).callback).toBe('failed'), { timeout: 30_000 })
    expect((await delivery()).error).toContain('Enter it again in the Start step')
    expect(received).toEqual([])
  })

  test('those that no flow names any more are deleted after a day', async () => {
    const [kept, gone] = [await createFlow(SECRET), await createFlow('another secret')]
    await server.send('DELETE', `/api/v1/chatflows/${gone}`)
    const db = server.database.query
    await db
      .deleteFrom('graph')
      .where('hash', 'not in', db.selectFrom('chat_flow').select('graph').$castTo<{ graph: string }>())
      .execute()
    const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]
    expect(await collectSecrets(server.database, { before: past, signal: never })).toBe(0)
    expect(await collectSecrets(server.database, { before: future, signal: never })).toBe(1)
    await signedWith(kept, SECRET)
  })
})

test('those of earlier versions are encrypted at the next start, wherever a copy lies, and by rotate-key', async () => {
  const folder = temporaryFolder()
  const file = join(folder.path, 'chatwright.sqlite')
  const source = { kind: 'file', path: join(folder.path, 'secret.key') } as const
  const database = await openDatabase({ kind: 'sqlite', file })
  const { query: db } = database
  const padding = 'x'.repeat(20_000)
  const flowData = JSON.stringify({
    nodes: [
      {
        id: 'startAgentflow_0',
        position: { x: 0, y: 0 },
        data: {
          id: 'startAgentflow_0',
          name: 'startAgentflow',
          label: 'Start',
          inputs: { callbackSecret: SECRET, padding },
        },
      },
    ],
    edges: [],
  })
  const older = { hash: 'older', created_date: '2026', flow_data: flowData as KeptGraph }
  await db.insertInto('graph').values(older).execute()
  await db.insertInto('unsealed_graph').values({ place: 'graph', id: 'older', version: 0 }).execute()
  await db.insertInto('unsealed_graph').values({ place: 'chat_flow', id: 'deleted since', version: 0 }).execute()
  const secrets = () => createFlowSecrets({ database, readKeys: () => readSecretKeys(source) })
  try {
    expect(await sealOlderGraphs(database, secrets())).toBe(1)
    expect(await sealOlderGraphs(database, secrets())).toBe(0)
    const { flow_data: text } = await db.selectFrom('graph').select('flow_data').executeTakeFirstOrThrow()
    const [, reference = ''] = /"callbackSecret":"([^"]+)"/.exec(text) ?? []
    expect(await secrets().find(reference)).toBe(SECRET)
    const files = readdirSync(folder.path).map((name) => readFileSync(join(folder.path, name)))
    expect(files.filter((bytes) => bytes.includes(SECRET))).toEqual([])
    const sealedBefore = await db.selectFrom('flow_secret').select('sealed').executeTakeFirstOrThrow()
    expect(await rotateKey(source, database, { settleMs: 10 })).toBe(1)
    expect(await db.selectFrom('flow_secret').select('sealed').executeTakeFirstOrThrow()).not.toEqual(sealedBefore)
    expect(await secrets().find(reference)).toBe(SECRET)
  } finally {
    await database.close()
    folder.remove()
  }
})
