import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { channelCredential } from '../../../testing/channel-traffic.ts'
import { createPostgresDatabase } from '../../../testing/own-database.ts'
import { runHere } from '../../../testing/run-here.ts'
import { temporaryFolder } from '../../../testing/spawned-server.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'
import { readSecretKey } from '../../ground/boot/secret-key.ts'
import { readConfig } from '../../ground/config/config.ts'

const postgresUrl = inject('postgresUrl')
const kinds = postgresUrl === undefined ? (['sqlite'] as const) : (['sqlite', 'postgres'] as const)
const folders: ReturnType<typeof temporaryFolder>[] = []
let server: TestServer | undefined

type Env = Record<string, string>

function newFolder(): string {
  const folder = temporaryFolder()
  folders.push(folder)
  return folder.path
}

async function newPlace(kind: 'sqlite' | 'postgres'): Promise<Env> {
  const env = { DATA_DIR: newFolder() }
  return kind === 'sqlite' ? env : { ...env, DATABASE_URL: await createPostgresDatabase(postgresUrl ?? '') }
}

async function serve(env: Env): Promise<TestServer> {
  const secretKey = readSecretKey(readConfig(env).secretKey)
  server = await testServer({ env, secretKey })
  return server
}

async function stop(): Promise<void> {
  await server?.close()
  server = undefined
}

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
  const answer = await server?.send(method, `/api/v1${path}`, body)
  if (!answer || answer.status >= 300) throw new Error(`${method} ${path}: ${answer?.status} ${answer?.text}`)
  return answer.body
}

async function run(env: Env, ...args: string[]): Promise<string> {
  const { code, output } = await runHere(args, env)
  expect(code, output).toBe(0)
  return output
}

interface Made {
  flow: string
  guarded: string
  kept: { apiKey: string; id: string }
  leaked: { apiKey: string; id: string }
  token: string
  trigger: string
  channel: string
  notice: string
  execution: string
  address: string
}

/** Something of every kind that lets others in, or that runs are sent to. */
async function openEverything(): Promise<Made> {
  if (!server) throw new Error('No server')
  const drawn = {
    steps: { directReplyAgentflow_0: { directReplyMessage: 'Hello' } },
    edges: ['startAgentflow_0 > directReplyAgentflow_0'],
  }
  const [flow, guarded] = [await createAgentFlow(server, drawn), await createAgentFlow(server, drawn)]
  await send('PUT', `/chatflows/${flow}`, { name: 'Desk', access: 'open' })
  await send('PUT', `/chatflows/${guarded}`, { name: 'Guarded', access: 'open' })
  const [kept, leaked] = [
    await send('POST', '/apikey', { keyName: 'Kept' }),
    await send('POST', '/apikey', { keyName: 'Leaked', permissions: ['predict', 'manage'] }),
  ]
  const { token } = await send('POST', `/mcp-server/${flow}`, {})
  const { id: trigger } = await send('POST', '/triggers', {
    flowId: flow,
    kind: 'webhook',
    name: 'Shop',
    webhook: { question: 'An order came', signature: 'none' },
  })
  const { id: credentialId } = await send('POST', '/credentials', channelCredential('telegram', 'http://127.0.0.1:1'))
  const { id: channel } = await send('POST', '/channels', {
    kind: 'telegram',
    name: 'Lamps',
    flowId: flow,
    credentialId,
  })
  const { id: notice } = await send('POST', '/notices', {
    flowId: flow,
    url: 'https://example.com/told',
    events: ['failed'],
  })
  await send('POST', `/prediction/${flow}`, { question: 'Hi' })
  const { id: execution } = (await send('GET', '/executions')).data[0]
  const { shareId: address } = await send('PUT', `/executions/${execution}`, { isPublic: true })
  return { flow, guarded, kept, leaked, token, trigger, channel, notice, execution, address }
}

/** What opens, asked at each door. */
async function doors({ flow, guarded, kept, leaked, token, trigger, channel, notice, address }: Made) {
  const status = async (method: 'GET' | 'POST', path: string, headers: Env = {}) =>
    (await server?.send(method, `/api/v1${path}`, method === 'POST' ? {} : undefined, headers))?.status
  const { data } = await send('GET', '/channels')
  const notices = await send('GET', `/notices?flowId=${flow}`)
  return {
    kept: await status('GET', `/verify/apikey/${kept.apiKey}`),
    leaked: await status('GET', `/verify/apikey/${leaked.apiKey}`),
    mcp: (await server?.send('POST', `/api/v1/mcp/${flow}`, LIST, { authorization: `Bearer ${token}` }))?.status,
    webhook: await status('POST', `/webhook/${trigger}`),
    execution: await status('GET', `/public-executions/${address}`),
    channel: data.find(({ id }: { id: string }) => id === channel)?.enabled,
    notice: notices.find(({ id }: { id: string }) => id === notice)?.enabled,
    guarded: (await server?.send('POST', `/api/v1/prediction/${guarded}`, { question: 'Hi' }, STRANGER))?.status,
  }
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const STRANGER = { authorization: 'Bearer nobody', 'x-forwarded-for': '203.0.113.9' }

/** Columns that open something or hold what does: each is closed by a restore, or it is said why not. */
const opening: Readonly<Record<string, string>> = {
  'api_key.digest': 'closed',
  'api_key.is_closed': 'closed',
  'channel.is_enabled': 'closed',
  'chat_flow.is_owner_only': 'closed',
  'chat_flow.is_public': 'whether clients list it; who may ask is is_owner_only and the key',
  'flow_mcp.is_enabled': 'closed',
  'flow_mcp.token': 'closed',
  'flow_notice.is_enabled': 'closed',
  'flow_notice.secret': 'closed with its address: it signs what we send',
  'flow_trigger.is_enabled': 'whether a schedule runs: lets nobody in',
  'flow_trigger.secret': 'closed',
  'run.is_public': 'an address of before, which opens nothing',
  'shared_part.share_id': 'closed with what is shared',
  'password_link.digest': 'no link comes back',
  'person.password_hash': 'stays as it was before; who was removed since has none',
  'sign_in.digest': 'no sign-in comes back',
  'variable.is_secret': 'hides a value, and opens nothing',
}

test('no column that opens something is forgotten', async () => {
  await serve({ DATA_DIR: newFolder() })
  const tables = (await server?.database.query.introspection.getTables()) ?? []
  const found = tables.flatMap(({ name, columns }) =>
    columns.flatMap((column) =>
      /token$|secret|digest|password|share|is_(enabled|closed|public|owner_only)$/.test(column.name)
        ? `${name}.${column.name}`
        : [],
    ),
  )
  expect(found.filter((column) => !(column in opening)).sort()).toEqual([])
  await stop()
  for (const folder of folders.splice(0)) folder.remove()
})

describe.each(kinds)('A backup restored on %s', (kind) => {
  let env: Env
  let file: string
  let made: Made
  beforeEach(async () => {
    env = await newPlace(kind)
    file = join(newFolder(), 'all.backup')
    await serve(env)
    made = await openEverything()
    await run(env, 'backup', '--with-secret-key', file)
  })
  afterEach(async () => {
    await stop()
    for (const folder of folders.splice(0)) folder.remove()
  })

  test('leaves closed what this server has withdrawn since, lists it, and leaves open what is open', async () => {
    const { flow, guarded, leaked, trigger, channel, notice, execution } = made
    const before = await doors(made)
    await send('DELETE', `/apikey/${leaked.id}`)
    await send('POST', `/mcp-server/${flow}/refresh`)
    await send('DELETE', `/triggers/${trigger}`)
    await send('DELETE', `/channels/${channel}`)
    await send('DELETE', `/notices/${notice}`)
    await send('PUT', `/executions/${execution}`, { isPublic: false })
    await send('PUT', `/chatflows/${guarded}`, { access: 'owner' })
    await stop()
    const output = await run(env, 'restore', '--replace', file)
    expect(output.split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringContaining('not open on this server before'),
        expect.stringContaining(`API key "Leaked" (${leaked.id}): asks and manages everything`),
        `  MCP token of "Desk" (${flow})`,
        expect.stringContaining(`Webhook of "Desk: Shop" (${trigger})`),
        `  Channel "Lamps" (${channel}), never used`,
        `  Notifications to "https://example.com/told" (${notice}), never used`,
        `  Shared execution of "Desk" (${execution})`,
        `  Flow "Guarded" (${guarded})`,
      ]),
    )
    expect(output).not.toContain('"Kept"')
    await serve(env)
    const after = await doors(made)
    expect(before).toMatchObject({ kept: 200, leaked: 200, mcp: 200, webhook: 200, channel: true, notice: true })
    expect(after).toMatchObject({ kept: 200, leaked: 401, channel: false, notice: false })
    expect([before.execution, before.guarded]).toEqual([200, 200])
    const shut = [after.mcp, after.webhook, after.guarded, after.execution]
    expect(shut.map((status) => Number(status) >= 400)).toEqual([true, true, true, true])

    // Nothing is lost: the owner opens each again.
    await send('PUT', `/apikey/${leaked.id}`, { isClosed: false })
    await send('PUT', `/mcp-server/${flow}`, { enabled: true })
    expect(await doors(made)).toMatchObject({ leaked: 200, mcp: 200 })
  })

  test('opens everything in an empty folder, says when each was last used, and --close-keys closes it', async () => {
    const open = await doors(made)
    await stop()
    await run(env, 'backup', '--with-secret-key', file)
    const target = await newPlace(kind)
    const output = await run(target, 'restore', file)
    expect(output).toContain('These are open again')
    expect(output).toMatch(/API key "Kept" \(.*\): asks all flows, last used 20/)
    expect(output).toMatch(/Webhook of "Desk: Shop" \(.*\), last used 20/)
    await serve(target)
    expect(await doors(made)).toEqual(open)
    await stop()

    const closed = await run(target, 'restore', '--replace', '--close-keys', file)
    expect(closed).toContain('These are closed.')
    await serve(target)
    const after = await doors(made)
    expect(after).toMatchObject({ kept: 401, leaked: 401, channel: false, notice: false })
    expect([after.mcp, after.webhook, after.execution].map((status) => Number(status) >= 400)).toEqual([
      true,
      true,
      true,
    ])
  })

  test('is refused when somebody without the key changed it, and an older one says that it proves no more than being whole', async () => {
    await stop()
    const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
    const { createHash } = await import('node:crypto')
    const digest = (body: string): string => createHash('sha256').update(body).digest('hex')
    const end = (JSON.parse(lines.at(-1) ?? '') as { end: object }).end
    const forged = `${lines.slice(0, -1).join('\n').replace('"Leaked"', '"Forged"')}\n`
    writeFileSync(file, gzipSync(`${forged}${JSON.stringify({ end: { ...end, sha256: digest(forged) } })}\n`))
    const refused = await runHere(['restore', '--replace', file], env)
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("its signature doesn't match") })

    const older = forged.replace('"chatwrightBackup":2', '"chatwrightBackup":1')
    const { mac: _, ...unsigned } = end as Record<string, unknown>
    writeFileSync(file, gzipSync(`${older}${JSON.stringify({ end: { ...unsigned, sha256: digest(older) } })}\n`))
    const output = await run(env, 'restore', '--replace', file)
    expect(output).toContain('not who wrote it')
    // Nothing that it brings beside what was open here opens.
    expect(output).not.toContain('"Kept"')
  })
})
