import { randomUUID } from 'node:crypto'
import { RUN_EVENTS_TYPE } from '@chatwright/core'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { roomInDay } from '../../../testing/room-in-day.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

const rateLimit = { status: true, limitMax: 2, limitDuration: 60, limitMsg: 'Slow down, please.' }
const recording = (text = 'sound') => ({
  type: 'audio',
  name: 'audio.wav',
  mime: 'audio/webm',
  data: `data:audio/webm;codecs=opus;base64,${Buffer.from(text).toString('base64')}`,
})

describeOnBothDatabases('Speech', (start) => {
  let server: TestServer
  let vendor: FakeVendor
  /** One that a visitor goes on with: the name of an owner's chat would be closed to them. */
  const CHAT = randomUUID()

  let speech: Server
  let address = ''
  let answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void
  const asked: { url: string; key: string; body: string }[] = []

  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    asked.length = 0
    answer = (_, response) => response.end(JSON.stringify({ text: ' What is the weather? ' }))
    speech = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const body = Buffer.concat(parts)
        asked.push({
          url: request.url ?? '',
          key: String(request.headers.authorization),
          body: body.toString('latin1'),
        })
        answer(request, response, body)
      })
    })
    await new Promise<void>((resolve) => speech.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(speech.address() as AddressInfo).port}`
    vendor = await startFakeVendor({ tokens: ['It **rains**.'] })
  })
  afterEach(async () => {
    await vendor.close()
    speech.closeAllConnections()
    speech.close()
  })

  /** What looks at the limits and prices of a whole server has one of its own. */
  const alone = (work: () => Promise<void>) => async (): Promise<void> => {
    const shared = server
    await roomInDay()
    server = await start()
    try {
      await work()
    } finally {
      await server.close()
      server = shared
    }
  }

  const credential = async (credentialName = 'openAIApi', field = 'openAIApiKey') =>
    (
      await server.send('POST', '/api/v1/credentials', {
        name: 'key',
        credentialName,
        plainDataObj: { [field]: 'sk-secret-123456' },
      })
    ).body.id as string

  const create = async (speechToText: object | undefined, textToSpeech?: object, apiConfig: object = {}) =>
    createConversation(server, {
      vendorUrl: vendor.url,
      columns: {
        ...(speechToText && { speechToText: JSON.stringify(speechToText) }),
        ...(textToSpeech && { textToSpeech: JSON.stringify(textToSpeech) }),
        apiConfig: JSON.stringify(apiConfig),
      },
    })
  const hears = async () => ({
    openAIWhisper: {
      status: true,
      credentialId: await credential(),
      baseUrl: address,
      language: 'en',
      temperature: '',
    },
  })
  const ask = (flowId: string, uploads: object[], question = '') =>
    server.send('POST', `/api/v1/prediction/${flowId}`, { question, uploads, chatId: 'a' })

  describe('recordings', () => {
    test('become the question', async () => {
      const flowId = await create(await hears())
      const { status, body } = await ask(flowId, [recording()])
      expect([status, body.question, body.text]).toEqual([200, 'What is the weather?', 'It **rains**.'])
      expect(asked).toEqual([
        { url: '/v1/audio/transcriptions', key: 'Bearer sk-secret-123456', body: expect.stringContaining('whisper-1') },
      ])
      expect(asked[0]?.body).toContain('filename="recording.webm"')
      expect(asked[0]?.body).toContain('name="language"\r\n\r\nen')
      expect(asked[0]?.body).not.toContain('name="temperature"')
      expect(vendor.requests[0]?.body.messages.at(-1)?.content).toBe('What is the weather?')
      const { body: stored } = await server.send('GET', `/api/v1/chatmessage/${flowId}?chatId=a`)
      expect(stored[0]).toMatchObject({ content: 'What is the weather?' })
    })

    test('are not heard a second time when their question is asked again', async () => {
      const flowId = await create(await hears())
      const named = { type: 'audio', name: 'audio.wav', mime: 'audio/webm' }
      expect((await ask(flowId, [named], 'What is the weather?')).body.question).toBe('What is the weather?')
      expect(asked).toEqual([])
    })

    test('follow what was typed', async () => {
      const flowId = await create(await hears())
      expect((await ask(flowId, [recording()], 'Listen:')).body.question).toBe('Listen:\nWhat is the weather?')
    })

    test('are written down without asking anything', async () => {
      const flowId = await create(await hears(), undefined, { rateLimit })
      const write = () => server.send('POST', `/api/v1/speech-to-text/${flowId}`, { data: recording().data })
      expect((await write()).body).toEqual({ text: 'What is the weather?' })
      expect([(await write()).status, (await write()).status]).toEqual([200, 429])
      expect(vendor.requests).toEqual([])
    })

    test('are heard by a server of one’s own without a key', async () => {
      const flowId = await create({ localAISTT: { status: true, baseUrl: `${address}/v1/`, model: 'own' } })
      expect((await ask(flowId, [recording()])).body.question).toBe('What is the weather?')
      expect(asked[0]).toMatchObject({
        url: '/v1/audio/transcriptions',
        key: 'undefined',
        body: expect.stringContaining('own'),
      })
    })

    test.each([
      ['silence', () => [recording()], '{"text":" "}', 422, /No speech was recognized/],
      [
        'an empty one',
        () => [recording('')],
        '',
        422,
        /The recording is empty\. Check that the microphone isn't muted/,
      ],
      [
        'a broken one',
        () => [{ ...recording(), data: 'data:text/html;base64,aaaa' }],
        '',
        422,
        /recording is incomplete/,
      ],
      [
        'too long a one',
        () => [recording('x'.repeat(26 * 1024 ** 2))],
        '',
        422,
        /larger than 25 MB\. Record it in parts/,
      ],
      ['a page in place of a transcript', () => [recording()], '<html>', 502, /OpenAI didn't return a transcript/],
    ])('%s ends in a sentence', async (_, uploads, said, status, sentence) => {
      answer = (__, response) => response.end(said)
      const flowId = await create(await hears())
      const refused = await ask(flowId, uploads())
      expect([refused.status, refused.body.message]).toEqual([status, expect.stringMatching(sentence)])
      expect(vendor.requests).toEqual([])
    })

    test('a provider that refuses is named, and its words hide the key', async () => {
      const flowId = await create(await hears())
      answer = (_, response) =>
        response.writeHead(500).end(JSON.stringify({ error: { message: 'bad key sk-secret-123456' } }))
      expect((await ask(flowId, [recording()])).body.message).toBe('OpenAI answered 500: bad key •••')
      answer = (_, response) => response.writeHead(401).end('{}')
      expect((await ask(flowId, [recording()])).body.message).toMatch(/OpenAI rejected the key/)
      answer = (_, response) => response.writeHead(429).end('{}')
      expect((await ask(flowId, [recording()])).body.message).toMatch(/OpenAI is limiting requests/)
      speech.closeAllConnections()
      await new Promise((resolve) => speech.close(resolve))
      expect((await ask(flowId, [recording()])).body.message).toMatch(/OpenAI can't be reached/)
    })

    test('a visitor is not told who failed, or why', async () => {
      const flowId = await create(await hears())
      answer = (_, response) => response.writeHead(500).end(JSON.stringify({ error: 'in the cellar' }))
      const visitor = { origin: 'https://shop.example' }
      const told = /^Your recording couldn't be transcribed\. Try again in a moment, or type your question\.$/
      for (const [path, body] of [
        [`/api/v1/speech-to-text/${flowId}`, { data: recording().data }],
        [`/api/v1/prediction/${flowId}`, { question: '', uploads: [recording()] }],
      ] as const) {
        const refused = await server.send('POST', path, body, visitor)
        expect([refused.status, refused.body.message]).toEqual([502, expect.stringMatching(told)])
        expect(refused.text).not.toMatch(/OpenAI|cellar/)
      }
    })

    test(
      'are counted in seconds, as their provider tells or as long as they may be',
      alone(async () => {
        const flowId = await create(await hears())
        const limit = { scope: 'flow', subject: flowId, period: 'day', amount: 10_000_000 }
        const limits = await Promise.all(
          ['micro', 'tokens'].map((unit) => server.send('POST', '/api/v1/limits', { ...limit, unit })),
        )
        const write = (sound?: string) =>
          server.send('POST', `/api/v1/speech-to-text/${flowId}`, { data: recording(sound).data })
        answer = (_, response) => response.end(JSON.stringify({ text: 'Hi', usage: { type: 'duration', seconds: 90 } }))
        await write()
        answer = (_, response) => response.end(JSON.stringify({ text: 'Hi' }))
        // Two seconds at most, by its bytes.
        await write('x'.repeat(8000))
        answer = (_, response) => response.writeHead(500).end('{}')
        await write()
        const { body } = await server.send('GET', `/api/v1/spend?chatflowId=${flowId}`)
        // A second is a hundred millionths of a dollar.
        const heard = { calls: 2, seconds: 92, characters: 0, inputTokens: 0, priceMicro: 9200, unpricedCalls: 0 }
        expect(body.nodes).toMatchObject([{ id: 'speech-to-text', name: 'Speech to text', ...heard }])
        expect(body.models).toMatchObject([{ id: 'whisper-1', ...heard }])
        expect(body.total).toMatchObject(heard)
        const used = await server.database.query.selectFrom('ledger').selectAll().execute()
        expect(used).toMatchObject([{ limit_id: limits[0]?.body.id, used: 9200, reserved: 0 }])
      }),
    )

    test(
      'are not heard at a limit in money, whichever way they come, and a limit for each run is none of theirs',
      alone(async () => {
        const flowId = await create(await hears())
        const limited = async (scope: string, subject?: string) => {
          const limit = { scope, ...(subject !== undefined && { subject }), period: 'day', unit: 'micro', amount: 1000 }
          const { body: made } = await server.send('POST', '/api/v1/limits', limit)
          return {
            fill: () =>
              server.database.query.updateTable('ledger').set({ used: 999 }).where('limit_id', '=', made.id).execute(),
            end: () => server.send('DELETE', `/api/v1/limits/${made.id}`),
          }
        }
        // Two seconds at most, by its bytes: 200 of the thousand.
        const sound = recording('x'.repeat(8000))
        const write = () => server.send('POST', `/api/v1/speech-to-text/${flowId}`, { data: sound.data })
        const say = () =>
          server.send('POST', `/api/v1/prediction/${flowId}`, { question: '', uploads: [sound], chatId: 'loud' })
        for (const [scope, subject] of [['instance'], ['flow', flowId], ['flow']] as const) {
          const { fill, end } = await limited(scope, subject)
          expect((await write()).status, scope).toBe(200)
          const before = asked.length
          await fill()
          for (const way of [write, say]) expect((await way()).text, scope).toMatch(/The spending limit for .* today/)
          expect(asked, scope).toHaveLength(before)
          await end()
        }
        for (const scope of ['chat', 'visitor']) {
          const { fill, end } = await limited(scope)
          // The model of the answer has no room here, which is beside the point.
          await say()
          await fill()
          const before = asked.length
          expect((await say()).text, scope).toMatch(/The spending limit for one .* today/)
          expect(asked, scope).toHaveLength(before)
          // It names no chat.
          expect((await write()).status, scope).toBe(200)
          await end()
        }
      }),
    )

    test(
      'a model without a price is counted and named, and refused where money is limited',
      alone(async () => {
        const { openAIWhisper } = await hears()
        const flowId = await create({ openAIWhisper: { ...openAIWhisper, model: 'own-ears' } })
        const write = () => server.send('POST', `/api/v1/speech-to-text/${flowId}`, { data: recording().data })
        await write()
        const prices = async () => (await server.send('GET', '/api/v1/prices')).body
        expect(await prices()).toMatchObject({
          unknown: ['own-ears'],
          units: { 'own-ears': 'seconds', 'whisper-1': 'seconds' },
        })
        await server.send('POST', '/api/v1/limits', { scope: 'instance', period: 'day', unit: 'micro', amount: 1000 })
        expect((await write()).body.message).toMatch(/The model "own-ears" has no price/)
        expect(asked).toHaveLength(1)
      }),
    )

    test('count as questions', async () => {
      const flowId = await create(await hears(), undefined, { rateLimit })
      const statuses = [
        await ask(flowId, [recording()]),
        await ask(flowId, [recording()]),
        await ask(flowId, [recording()]),
      ]
      expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429])
      expect(asked).toHaveLength(2)
    })

    test.each([
      ['nothing', undefined],
      ['a provider that is off', { openAIWhisper: { status: false, credentialId: 'x' } }],
      ['a provider without a key', { openAIWhisper: { status: true } }],
      ['one that is not known here', { telepathy: { status: true, credentialId: 'x' } }],
      ['a key that did not come along', { openAIWhisper: { status: true, credentialId: 'left-behind' } }],
      [
        'a key of another kind',
        async () => ({ openAIWhisper: { status: true, credentialId: await credential('groqApi', 'groqApiKey') } }),
      ],
    ])('are refused with %s configured, and the flags say no', async (_, settings) => {
      const flowId = await create(typeof settings === 'function' ? await settings() : settings)
      const refused = await ask(flowId, [recording()])
      expect([refused.status, refused.body.message]).toEqual([422, expect.stringMatching(/doesn't accept recordings/)])
      expect((await server.send('GET', `/api/v1/chatflows-uploads/${flowId}`)).body.isSpeechToTextEnabled).toBe(false)
    })
  })

  describe('answers', () => {
    const speaks = async (more: object = {}) => ({
      openai: {
        status: true,
        credentialId: await credential(),
        baseUrl: `${address}/v1`,
        voice: 'nova',
        autoPlay: true,
        ...more,
      },
    })
    const answered = async (textToSpeech: object | undefined, apiConfig: object = {}) => {
      const flowId = await create(undefined, textToSpeech, apiConfig)
      const { body } = await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hi', chatId: CHAT })
      return {
        chatflowId: flowId,
        chatId: CHAT,
        chatMessageId: body.chatMessageId as string,
        text: 'Read my novel instead',
      }
    }
    const generate = (body: object) => server.send('POST', '/api/v1/text-to-speech/generate', body)
    const framesOf = (text: string) =>
      text
        .split('\n')
        .filter((line) => line.startsWith('data: '))
        .map((line) => JSON.parse(line.slice(6)) as { event: string; data: Record<string, string> })

    test('are spoken as they were given, in the frames of the older product', async () => {
      answer = (_, response) => response.end(Buffer.from('sound'))
      const spoken = await answered(await speaks())
      const frames = framesOf((await generate(spoken)).text)
      const { chatMessageId } = spoken
      expect(frames).toEqual([
        { event: 'tts_start', data: { chatMessageId, format: 'mp3' } },
        { event: 'tts_data', data: { chatMessageId, audioChunk: Buffer.from('sound').toString('base64') } },
        { event: 'tts_end', data: { chatMessageId } },
      ])
      expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({
        voice: 'nova',
        input: 'It rains.',
        response_format: 'mp3',
      })
      const config = (await server.send('GET', `/api/v1/public-chatbotConfig/${spoken.chatflowId}`)).body
      expect([config.isTTSEnabled, config.isTTSAutoPlayed]).toEqual([true, true])
      expect(JSON.stringify(config)).not.toContain('credentialId')
    })

    test('are spoken to their own chat alone, and as often as the limit lets', async () => {
      answer = (_, response) => response.end('sound')
      const spoken = await answered(await speaks(), { rateLimit })
      expect((await generate({ ...spoken, chatId: 'b' })).status).toBe(404)
      expect((await generate({ ...spoken, chatMessageId: 'none' })).status).toBe(404)
      expect((await generate(spoken)).status).toBe(200)
      expect((await generate(spoken)).status).toBe(200)
      expect((await generate(spoken)).status).toBe(429)
    })

    test('are not spoken by a flow with a key to those without it', async () => {
      const spoken = await answered(await speaks())
      const key = (await server.send('POST', '/api/v1/apikey', { keyName: 'k' })).body as { id: string }
      await server.send('PUT', `/api/v1/chatflows/${spoken.chatflowId}`, { apikeyid: key.id })
      const visitor = { origin: 'https://shop.example' }
      const refused = await server.send('POST', '/api/v1/text-to-speech/generate', spoken, visitor)
      expect(refused.status).toBe(401)
      expect(asked).toEqual([])
    })

    test('a provider that fails says so, and one that is off is not asked', async () => {
      answer = (_, response) => response.writeHead(500).end('{}')
      const refused = await generate(await answered(await speaks()))
      expect([refused.status, refused.body.message]).toEqual([502, 'OpenAI answered 500'])
      const visitor = { origin: 'https://shop.example' }
      const heard = await server.send(
        'POST',
        '/api/v1/text-to-speech/generate',
        await answered(await speaks()),
        visitor,
      )
      expect(heard.body.message).toBe("The answer can't be read aloud right now. Try again in a moment.")
      const off = await answered(undefined)
      expect((await generate(off)).status).toBe(422)
      const config = (await server.send('GET', `/api/v1/public-chatbotConfig/${off.chatflowId}`)).body
      expect([config.isTTSEnabled, config.isTTSAutoPlayed]).toEqual([false, false])
    })

    test('stop when asked to', async () => {
      const spoken = await answered(await speaks())
      let isHeld = (): void => undefined
      const held = new Promise<void>((resolve) => (isHeld = resolve))
      answer = (_, response) => {
        response.write('sound')
        isHeld()
      }
      const speaking = generate(spoken)
      await held
      expect((await server.send('POST', '/api/v1/text-to-speech/abort', spoken)).body).toMatchObject({ status: 200 })
      await speaking
    })

    /** The frames of an answer, as a client of the older product streams it. */
    const streamed = async (textToSpeech: object, headers: Record<string, string> = {}) => {
      const flowId = await create(undefined, textToSpeech)
      const body = { question: 'Hi', chatId: 'a', streaming: true }
      const { text } = await server.send('POST', `/api/v1/prediction/${flowId}`, body, headers)
      return text
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => JSON.parse(line.slice(5)) as { event: string; data: Record<string, string> })
    }
    const eventsOf = (frames: { event: string }[]) => frames.map(({ event }) => event)

    test('are spoken inside their stream where they are played by themselves', async () => {
      answer = (_, response) => response.end('sound')
      const frames = await streamed(await speaks())
      expect(eventsOf(frames).filter((event) => !['token', 'usageMetadata', 'answered'].includes(event))).toEqual([
        'start',
        'tts_start',
        'tts_data',
        'tts_end',
        'metadata',
        'end',
      ])
      const { chatMessageId } = frames.find(({ event }) => event === 'metadata')?.data ?? {}
      expect(frames.filter(({ event }) => event.startsWith('tts_')).map(({ data }) => data)).toEqual([
        { chatMessageId, format: 'mp3' },
        { chatMessageId, audioChunk: Buffer.from('sound').toString('base64') },
        { chatMessageId },
      ])
      expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ input: 'It rains.' })
    })

    test('are left to be asked for by our own clients, and where nobody plays them', async () => {
      answer = (_, response) => response.end('sound')
      const ours = await streamed(await speaks(), { accept: RUN_EVENTS_TYPE })
      expect(JSON.stringify(ours)).not.toContain('tts_')
      expect(eventsOf(await streamed(await speaks({ autoPlay: false })))).not.toContain('tts_start')
      expect(eventsOf(await streamed(await speaks({ credentialId: 'left-behind' })))).not.toContain('tts_start')
      expect(asked).toEqual([])
    })

    test('end whole when the voice fails, before its first sound and after', async () => {
      answer = (_, response) => response.writeHead(500).end('{}')
      const refused = await streamed(await speaks())
      expect(refused.find(({ event }) => event === 'tts_error')?.data['error']).toBe('OpenAI answered 500')
      expect(eventsOf(refused).slice(-2)).toEqual(['metadata', 'end'])
      answer = (_, response) => {
        response.write('sound')
        setImmediate(() => response.destroy())
      }
      const broken = eventsOf(await streamed(await speaks()))
      expect(broken.findLast((event) => event.startsWith('tts_'))).toBe('tts_error')
      expect(broken.slice(-2)).toEqual(['metadata', 'end'])
    })

    test(
      'what is spoken is counted in characters, and a limit in money has room for it or nobody is asked',
      alone(async () => {
        answer = (_, response) => response.end('sound')
        const spoken = await answered(await speaks())
        const { chatflowId } = spoken
        const limit = { scope: 'chat', period: 'day', unit: 'micro', amount: 10_000_000 }
        const { body: made } = await server.send('POST', '/api/v1/limits', limit)
        await generate(spoken)
        const ledger = server.database.query.selectFrom('ledger').selectAll().where('limit_id', '=', made.id)
        // "It rains." has nine characters, each 17 millionths of a dollar.
        expect(await ledger.execute()).toMatchObject([{ subject: `${chatflowId}/${CHAT}`, used: 9 * 17, reserved: 0 }])
        const { body } = await server.send('GET', `/api/v1/spend?chatflowId=${chatflowId}`)
        const said = { calls: 1, characters: 9, seconds: 0, inputTokens: 0, priceMicro: 9 * 17, unpricedCalls: 0 }
        expect(body.nodes).toContainEqual(
          expect.objectContaining({ id: 'text-to-speech', name: 'Text to speech', ...said }),
        )
        expect(body.models).toContainEqual(expect.objectContaining({ id: 'gpt-4o-mini-tts', ...said }))
        await server.database.query.updateTable('ledger').set({ used: 9_999_999 }).execute()
        const [refused, visited] = [
          await generate(spoken),
          await server.send('POST', '/api/v1/text-to-speech/generate', spoken, { origin: 'https://shop.example' }),
        ]
        expect(refused.body).toMatchObject({
          message: expect.stringMatching(/The spending limit for one chat today/),
        })
        expect(visited.body.message).toBe("A service behind this chat has no credit left. Contact the chat's owner.")
        expect(asked).toHaveLength(1)
      }),
    )

    test('the voices of a provider are listed for the owner', async () => {
      const { body } = await server.send('GET', '/api/v1/text-to-speech/voices?provider=openai')
      expect(body).toContainEqual({ id: 'nova', name: 'nova' })
      expect((await server.send('GET', '/api/v1/text-to-speech/voices?provider=other')).status).toBe(400)
    })
  })
})
