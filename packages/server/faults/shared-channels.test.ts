import type { NodeDescription } from '@chatwright/core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { drawAgentFlow, type DrawnSteps } from '../testing/agent-flow.ts'
import {
  channelCredential,
  slackEvent,
  slackHeaders,
  slackPress,
  telegramMessage,
  telegramPress,
} from '../testing/channel-traffic.ts'
import { startChatVendor, type ChatVendor } from '../testing/chat-vendor.ts'
import { createMigratedPostgresDatabase, dropPostgresDatabase } from '../testing/own-database.ts'
import { redisProgram, startRedis } from '../testing/own-redis.ts'
import { spawnServer, spawnWorker, temporaryFolder, type SpawnedServer } from '../testing/spawned-server.ts'

const postgresUrl = inject('postgresUrl')
const PATIENCE = { timeout: 60_000, interval: 50 }

const REPLY: DrawnSteps = {
  steps: { directReplyAgentflow_0: { directReplyMessage: 'You said {{question}}' } },
  edges: ['startAgentflow_0 > directReplyAgentflow_0'],
}
const APPROVAL: DrawnSteps = {
  steps: {
    humanInputAgentflow_0: {
      humanInputDescriptionType: 'fixed',
      humanInputDescription: 'Send the order?',
      humanInputEnableFeedback: false,
    },
    directReplyAgentflow_0: { directReplyMessage: 'Sent.' },
    directReplyAgentflow_1: { directReplyMessage: 'Dropped.' },
  },
  edges: [
    'startAgentflow_0 > humanInputAgentflow_0',
    'humanInputAgentflow_0:0 > directReplyAgentflow_0',
    'humanInputAgentflow_0:1 > directReplyAgentflow_1',
  ],
}

interface Delivered {
  status: string
  times: number
}

/** What differs between the vendors. */
interface Vendor {
  kind: 'telegram' | 'slack'
  said(text: string): object
  /** What the people there have read. */
  shown(): string[]
  /** What the buttons of the first message stand for. */
  buttons(): string[]
  press(button: string): object | string
  /** What was told to whoever pressed, and what has taken the place of the buttons. */
  settled(): number
}

describe.runIf(postgresUrl && redisProgram)('two web processes and a worker, told of the same', () => {
  const folder = temporaryFolder()
  const processes: SpawnedServer[] = []
  const cleanups: (() => Promise<unknown> | void)[] = [() => folder.remove()]
  let vendor: ChatVendor

  beforeAll(async () => {
    vendor = await startChatVendor()
    cleanups.push(() => vendor.close())
    const [redis, databaseUrl] = await Promise.all([startRedis(), createMigratedPostgresDatabase(postgresUrl ?? '')])
    cleanups.push(() => redis.stop())
    cleanups.push(() => dropPostgresDatabase(databaseUrl))
    const env = {
      DATA_DIR: folder.path,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      LOG_LEVEL: 'silent',
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
    }
    const start = async (spawn: typeof spawnServer): Promise<void> => {
      const started = await spawn(env)
      processes.push(started)
      cleanups.push(() => started.stop('SIGKILL'))
    }
    // The first one alone: it makes the key.
    await start(spawnServer)
    await Promise.all([start(spawnServer), start(spawnWorker)])
  })
  afterAll(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup()
  })
  beforeEach(() => {
    vendor.calls.length = 0
  })

  const webs = (): string[] => processes.map(({ url }) => url).filter((url) => url !== '')
  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${webs()[0]}/api/v1${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return JSON.parse(text) as Answer
  }

  const connect = async (kind: Vendor['kind'], steps: DrawnSteps): Promise<string> => {
    const flowData = JSON.stringify(drawAgentFlow(await call<NodeDescription[]>('GET', '/nodes'), steps))
    const { id: flowId } = await call<{ id: string }>('POST', '/chatflows', { name: kind, type: 'AGENTFLOW', flowData })
    const credential = await call<{ id: string }>('POST', '/credentials', channelCredential(kind, vendor.url))
    const values = { kind, name: kind, flowId, credentialId: credential.id }
    const { id } = await call<{ id: string }>('POST', '/channels', values)
    await call('POST', `/channels/${id}/connect`)
    return id
  }

  /** Twice to each of them, all at once. */
  const tellBoth = async (id: string, kind: Vendor['kind'], sent: object | string): Promise<void> => {
    const text = typeof sent === 'string' ? sent : JSON.stringify(sent)
    const headers =
      kind === 'slack'
        ? slackHeaders(text)
        : {
            'content-type': 'application/json',
            'x-telegram-bot-api-secret-token': String(vendor.sent('setWebhook').at(-1).secret_token),
          }
    const answers = await Promise.all(
      [...webs(), ...webs()].map((url) =>
        fetch(`${url}/api/v1/channels/${id}/events`, { method: 'POST', headers, body: text }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  }
  const deliveries = async (id: string): Promise<Delivered[]> =>
    (await call<{ data: Delivered[] }>('GET', `/channels/${id}/deliveries`)).data

  const vendors: Vendor[] = [
    {
      kind: 'telegram',
      said: (text) => telegramMessage(text),
      shown: () => vendor.sent('sendMessage').map(({ text }) => text as string),
      buttons: () =>
        vendor
          .sent('sendMessage')[0]
          .reply_markup.inline_keyboard.flat()
          .map((key: { callback_data: string }) => key.callback_data),
      press: (button) => telegramPress(button),
      settled: () => vendor.sent('editMessageText').length,
    },
    {
      kind: 'slack',
      said: (text) => slackEvent({ type: 'message', channel_type: 'im', channel: 'D7', text, ts: `${Date.now()}.1` }),
      shown: () => vendor.sent('chat.postMessage').map(({ text }) => text as string),
      buttons: () =>
        vendor.sent('chat.postMessage')[0].blocks[1].elements.map((element: { value: string }) => element.value),
      press: (button) => slackPress(button, 'D7'),
      settled: () => vendor.sent('chat.update').length,
    },
  ]

  test.each(vendors)('a message of $kind is answered once', async ({ kind, said, shown }) => {
    const id = await connect(kind, REPLY)
    await tellBoth(id, kind, said('one'))
    await vi.waitFor(() => expect(shown()).toHaveLength(1), PATIENCE)
    // By the time the next one is answered, each has looked again for what is left.
    await tellBoth(id, kind, said('two'))
    await vi.waitFor(
      async () => expect((await deliveries(id)).map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED']),
      PATIENCE,
    )
    expect(shown()).toEqual(['You said one', 'You said two'])
    expect((await deliveries(id)).map(({ times }) => times)).toEqual([4, 4])
  })

  test.each(vendors)('a button of $kind, pressed at both, goes on once', async (own) => {
    const { kind, said, shown, buttons, press, settled } = own
    const id = await connect(kind, APPROVAL)
    await tellBoth(id, kind, said('Order 7'))
    await vi.waitFor(() => expect(shown()).toEqual(['Send the order?']), PATIENCE)
    const [proceed = '', reject = ''] = buttons()
    await Promise.all([press(proceed), press(proceed), press(reject)].map((sent) => tellBoth(id, kind, sent)))
    await vi.waitFor(async () => {
      const states = (await deliveries(id)).map(({ status }) => status).toSorted()
      expect(states).toEqual(['REFUSED', 'REFUSED', 'SUCCEEDED', 'SUCCEEDED'])
    }, PATIENCE)
    expect(['Sent.', 'Dropped.']).toContain(shown()[1])
    expect(shown()).toHaveLength(2)
    await vi.waitFor(() => expect(settled()).toBe(1), PATIENCE)
    const { items } = await call<{ items: object[] }>('GET', '/waits')
    expect(items).toEqual([])
  })
})
