import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let vendor: FakeVendor

beforeEach(async () => {
  vendor = await startFakeVendor()
  server = await testServer()
})
afterEach(async () => {
  await server.close()
  await vendor.close()
})

const create = (columns: Record<string, unknown>) => createConversation(server, { vendorUrl: vendor.url, columns })
const ask = (flow: string, body: object = {}, headers: Record<string, string> = {}) =>
  server.send('POST', `/api/v1/prediction/${flow}`, { question: 'Hi', ...body }, headers)
const makeKey = async (more: object = {}) =>
  (await server.send('POST', '/api/v1/apikey', { keyName: 'Key', ...more })).body as { id: string; apiKey: string }
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

describe('A flow that demands a key', () => {
  test('answers with its key, and says 401 without one and 403 with another', async () => {
    const [key, other] = [await makeKey(), await makeKey()]
    const flow = await create({ apikeyid: key.id })
    expect((await ask(flow, {}, bearer(key.apiKey))).status).toBe(200)
    const without = await ask(flow)
    expect([without.status, without.body.code]).toEqual([401, 'unauthorized'])
    const wrong = await ask(flow, { streaming: true }, bearer(other.apiKey))
    expect([wrong.status, wrong.body.code]).toEqual([403, 'forbidden'])
    const unknown = await ask(flow, {}, bearer('nonsense'))
    expect([unknown.status, typeof unknown.body.message]).toEqual([401, 'string'])
    expect(vendor.requests).toHaveLength(1)
  })

  test('counts wrong keys, and after twenty hears no more of them; its own goes on opening it', async () => {
    const key = await makeKey()
    const flow = await create({ apikeyid: key.id })
    const guesses: number[] = []
    for (let i = 0; i < 22; i += 1) guesses.push((await ask(flow, {}, bearer(`guess-${i}`))).status)
    expect(guesses).toEqual([...Array<number>(20).fill(401), 429, 429])
    expect((await ask(flow, {}, bearer(key.apiKey))).status).toBe(200)
  })

  test('still tells clients without a key whether it streams, as JSON', async () => {
    const flow = await create({ apikeyid: (await makeKey()).id })
    const answer = await server.send('GET', `/api/v1/chatflows-streaming/${flow}`)
    expect([answer.status, answer.body]).toEqual([200, { isStreaming: true }])
    const missing = await server.send('GET', '/api/v1/chatflows-streaming/none')
    expect([missing.status, missing.body.code]).toEqual([404, 'chatflow-not-found'])
  })

  test('is closed to a key that opens other flows only', async () => {
    const [mine, other] = [await create({}), await create({})]
    const key = await makeKey({ flows: [other] })
    expect((await ask(mine, {}, bearer(key.apiKey))).status).toBe(403)
    expect((await ask(other, {}, bearer(key.apiKey))).status).toBe(200)
  })
})

describe('A flow that demands no key', () => {
  test('answers a caller with a key from elsewhere as it answers a visitor, and never counts it as a guess', async () => {
    const flow = await create({})
    for (let i = 0; i < 25; i += 1) {
      expect((await ask(flow, {}, { authorization: i % 2 ? 'Bearer old-key' : 'old-key' })).status).toBe(200)
    }
    const guarded = await create({ apikeyid: (await makeKey()).id })
    const refused = await ask(guarded, {}, bearer('old-key'))
    expect([refused.status, refused.body.message]).toEqual([
      401,
      "This API key isn't valid, or its owner hasn't activated it.",
    ])
  })
})

test('an Idempotency-Key is its sender’s: a visitor who guesses it neither reads the answer nor takes it away', async () => {
  const flow = await create({})
  const { apiKey } = await makeKey()
  const visitor = { origin: 'https://shop.example' }
  const callers: Record<string, string>[] = [visitor, bearer(apiKey), bearer((await makeKey()).apiKey), {}]
  const answers = []
  for (const caller of callers) answers.push(await ask(flow, {}, { ...caller, 'idempotency-key': 'order-42' }))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.chatId)).size).toBe(4)
  const again = await ask(flow, {}, { ...bearer(apiKey), 'idempotency-key': 'order-42' })
  expect(again.body.chatId).toBe(answers[1]?.body.chatId)
})

describe('A flow of its owner alone', () => {
  test('answers its owner, refuses strangers and keys, has no page for them, and opens in one change', async () => {
    const flow = await create({ access: 'owner', isPublic: true })
    const key = await makeKey()
    const visitor = { origin: 'https://shop.example' }
    expect((await ask(flow)).status).toBe(200)
    expect((await ask(flow, {}, visitor)).status).toBe(401)
    expect((await ask(flow, {}, bearer(key.apiKey))).status).toBe(403)
    const page = () => server.send('GET', `/api/v1/public-chatflows/${flow}`, undefined, visitor)
    expect((await page()).status).toBe(401)
    await server.send('PUT', `/api/v1/chatflows/${flow}`, { access: 'open' })
    expect([(await ask(flow, {}, visitor)).status, (await page()).status]).toEqual([200, 200])
  })

  test('tells strangers nothing of itself but that it is closed', async () => {
    const chatbotConfig = JSON.stringify({
      welcomeMessage: 'For the board',
      starterPrompts: { 0: { prompt: 'Whom?' } },
    })
    const flow = await create({ access: 'owner', chatbotConfig })
    const key = await makeKey()
    const read = (route: string, headers: Record<string, string>) =>
      server.send('GET', `/api/v1/${route}/${flow}`, undefined, headers)
    // Without a login, whoever comes from another site is a stranger.
    const strangers: [Record<string, string>, number][] = [
      [{ origin: 'https://shop.example' }, 401],
      [bearer(key.apiKey), 403],
    ]
    for (const [headers, refusal] of strangers) {
      const config = await read('public-chatbotConfig', headers)
      expect(config.body).toEqual({ isOpen: false, flowData: '{"nodes":[],"edges":[]}' })
      expect((await read('chatflows-uploads', headers)).status).toBe(refusal)
    }
    expect((await read('public-chatbotConfig', {})).body).toMatchObject({ welcomeMessage: 'For the board' })
    expect((await read('chatflows-uploads', {})).status).toBe(200)
  })
})

describe('A rate limit', () => {
  test('answers 429 with the owner’s words and when to come back, and never counts the canvas', async () => {
    const rateLimit = { status: true, limitMax: 2, limitDuration: 60, limitMsg: 'Slow down, please.' }
    const flow = await create({ apiConfig: JSON.stringify({ rateLimit }) })
    expect([(await ask(flow)).status, (await ask(flow)).status]).toEqual([200, 200])
    const refused = await ask(flow, { streaming: true })
    expect([refused.status, refused.body.message]).toEqual([429, 'Slow down, please.'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
    const internal = await server.send('POST', `/api/v1/internal-prediction/${flow}`, { question: 'Hi' })
    expect(internal.status).toBe(200)
  })

  test('counts questions, not coming back for the rest of an answer', async () => {
    const rateLimit = { status: true, limitMax: 1, limitDuration: 60, limitMsg: 'No' }
    const flow = await create({ apiConfig: JSON.stringify({ rateLimit }) })
    const { text } = await ask(flow, { streaming: true, resumable: true })
    const [, firstId = ''] = /^id:(.*)$/m.exec(text) ?? []
    const rest = await ask(flow, { streaming: true, resumable: true }, { 'last-event-id': firstId })
    expect([rest.status, rest.text]).toEqual([200, expect.stringContaining('"data":" there"')])
    expect((await ask(flow)).status).toBe(429)
  })

  test('that is switched off limits nobody', async () => {
    const rateLimit = { status: false, limitMax: 1, limitDuration: 60, limitMsg: 'No' }
    const flow = await create({ apiConfig: JSON.stringify({ rateLimit }) })
    expect([(await ask(flow)).status, (await ask(flow)).status]).toEqual([200, 200])
  })
})

describe('Origins', () => {
  const site = { origin: 'https://shop.example' }

  test('a flow without a list opens to every site, with preflight', async () => {
    const flow = await create({})
    const preflight = await server.send('OPTIONS', `/api/v1/prediction/${flow}`, undefined, {
      ...site,
      'access-control-request-method': 'POST',
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers['access-control-allow-origin']).toBe(site.origin)
    expect(String(preflight.headers['access-control-allow-headers'])).toContain('authorization')
    const answer = await ask(flow, {}, site)
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, site.origin])
  })

  test('a list closes the flow to other sites, with the owner’s words', async () => {
    const flow = await create({
      chatbotConfig: JSON.stringify({ allowedOrigins: ['https://shop.example'], allowedOriginsError: 'Not here.' }),
    })
    expect((await ask(flow, {}, site)).status).toBe(200)
    const refused = await ask(flow, {}, { origin: 'https://evil.example' })
    expect([refused.status, refused.body.message]).toEqual([403, 'Not here.'])
    // The site may read why, and that is all it gets.
    expect(refused.headers['access-control-allow-origin']).toBe('https://evil.example')
    expect(refused.headers['access-control-allow-credentials']).toBeUndefined()
    expect(Object.keys(refused.body).sort()).toEqual(['code', 'error', 'message', 'requestId'])
    for (const path of ['chatflows-streaming', 'public-chatbotConfig', 'chatflows-uploads']) {
      const page = await server.send('GET', `/api/v1/${path}/${flow}`, undefined, { origin: 'https://evil.example' })
      expect([page.status, page.body.message]).toEqual([403, 'Not here.'])
      expect(page.headers['access-control-allow-origin']).toBe('https://evil.example')
    }
    expect((await ask(flow)).status).toBe(200)
  })
})

describe('overrideConfig', () => {
  const temperatureOf = () => vendor.requests.at(-1)?.body.temperature

  test('changes nothing until the owner opens it', async () => {
    const flow = await create({})
    await ask(flow, { overrideConfig: { temperature: 0.1, modelName: 'other' } })
    expect(vendor.requests[0]?.body.model).toBe('gpt-4o-mini')
    expect(temperatureOf()).not.toBe(0.1)
  })

  test('changes what was opened, for every node or for one, and nothing else', async () => {
    const overrideConfig = {
      status: true,
      nodes: {
        ChatOpenAI: [
          { label: 'Temperature', name: 'temperature', type: 'number', enabled: true },
          { label: 'Model', name: 'modelName', type: 'string', enabled: false },
          { label: 'Base path', name: 'baseOptions', type: 'json', enabled: false },
        ],
      },
    }
    const flow = await create({ apiConfig: JSON.stringify({ overrideConfig }) })
    await ask(flow, { overrideConfig: { temperature: 0.1, modelName: 'other' } })
    expect([temperatureOf(), vendor.requests[0]?.body.model]).toEqual([0.1, 'gpt-4o-mini'])
    await ask(flow, { overrideConfig: { temperature: { chatOpenAI_0: '0.2' } } })
    expect(temperatureOf()).toBe(0.2)
    await ask(flow, { overrideConfig: { temperature: { chatOpenAI_7: 0.3 } } })
    expect(temperatureOf()).not.toBe(0.3)
    await ask(flow)
    expect(temperatureOf()).not.toBe(0.2)
  })

  describe('names in the answer what changed nothing', () => {
    const temperature = { label: 'Temperature', name: 'temperature', type: 'number', enabled: true }
    const config = {
      status: true,
      nodes: { chatOpenAI_0: [temperature] },
      variables: [{ id: 'tone', name: 'tone', type: 'static', enabled: true }],
    }
    const open = (columns: object = {}) => create({ apiConfig: JSON.stringify({ overrideConfig: config }), ...columns })
    const overrideConfig = {
      temperature: { chatOpenAI_0: 0.2 },
      modelName: 'other',
      systemMessagePrompt: { chatOpenAI_7: 'Bark.' },
      tempurature: 0.3,
      sessionId: 'anna',
      vars: { tone: 'kind', token: 'stolen' },
    }
    const ignored = ['modelName', 'systemMessagePrompt', 'tempurature', 'vars.token']

    test('of a prediction, whole or in a stream', async () => {
      const flow = await open()
      const whole = await ask(flow, { overrideConfig })
      expect([whole.status, whole.body.ignoredOverrides, temperatureOf()]).toEqual([200, ignored, 0.2])
      const stream = await ask(flow, { overrideConfig, streaming: true })
      const metadata = stream.text.split('\n').find((line) => line.includes('"metadata"')) ?? ''
      expect(JSON.parse(metadata.slice('data:'.length)).data.ignoredOverrides).toEqual(ignored)
      const heard = await ask(flow, { overrideConfig: { temperature: 0.2, sessionId: 'anna', vars: { tone: 'kind' } } })
      expect(heard.body).not.toHaveProperty('ignoredOverrides')
    })

    test('of a completion, whole or in a stream', async () => {
      const body = {
        model: await open({ deployed: true }),
        messages: [{ role: 'user', content: 'Hi' }],
        overrideConfig,
      }
      const whole = await server.send('POST', '/v1/chat/completions', body)
      expect([whole.body.ignoredOverrides, temperatureOf()]).toEqual([ignored, 0.2])
      const stream = await server.send('POST', '/v1/chat/completions', { ...body, stream: true })
      const last = stream.text.split('\n').find((line) => line.includes('"finish_reason":"stop"')) ?? ''
      expect(JSON.parse(last.slice('data: '.length)).ignoredOverrides).toEqual(ignored)
      const unknown = { ...body, overrideConfig: { temperature: { chatOpenAI_7: 0.2 } } }
      const refused = await server.send('POST', '/v1/chat/completions', unknown)
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Use one of: chatOpenAI_0.')])
    })

    test('with everything closed, and says the same of nodes there are and are not', async () => {
      const flow = await create({})
      const named = (node: string) => ask(flow, { overrideConfig: { temperature: { [node]: 0.1 } } })
      const answers = [await named('chatOpenAI_0'), await named('chatOpenAI_7')]
      expect(answers.map(({ status, body }) => [status, body.ignoredOverrides])).toEqual([
        [200, ['temperature']],
        [200, ['temperature']],
      ])
    })
  })

  test('never moves where a credential goes, even if the owner opened the address', async () => {
    const nodes = { chatOpenAI_0: [{ label: 'BasePath', name: 'basepath', type: 'string', enabled: true }] }
    const flow = await create({ apiConfig: JSON.stringify({ overrideConfig: { status: true, nodes } }) })
    const thief = await startFakeVendor()
    try {
      await ask(flow, { overrideConfig: { basepath: thief.url } })
      await ask(flow, { overrideConfig: { basepath: { chatOpenAI_0: thief.url } } })
      expect(thief.requests).toEqual([])
      const config = await server.send('GET', `/api/v1/flow-config/${flow}`)
      expect((config.body as { name: string }[]).map(({ name }) => name)).not.toContain('basepath')
    } finally {
      await thief.close()
    }
  })

  test('with a value of the wrong kind is refused, naming the input', async () => {
    const nodes = { chatOpenAI_0: [{ label: 'Temperature', name: 'temperature', type: 'number', enabled: true }] }
    const flow = await create({ apiConfig: JSON.stringify({ overrideConfig: { status: true, nodes } }) })
    const answer = await ask(flow, { overrideConfig: { temperature: 'hot' } })
    expect([answer.status, answer.body.details]).toMatchObject([422, { field: 'temperature', nodeId: 'chatOpenAI_0' }])
  })
})

describe('What a page may read', () => {
  test('of a flow are its looks, never its graph or its rules', async () => {
    const flow = await create({
      isPublic: true,
      chatbotConfig: JSON.stringify({
        title: 'Shop',
        starterPrompts: { 0: { prompt: 'Hi' } },
        allowedOriginsError: 'secret rule',
        postProcessing: { customFunction: 'secret code' },
      }),
      apiConfig: JSON.stringify({ secret: 'secret' }),
    })
    const config = await server.send('GET', `/api/v1/public-chatbotConfig/${flow}`)
    expect(config.body).toMatchObject({
      title: 'Shop',
      starterPrompts: { 0: { prompt: 'Hi' } },
      uploads: { isImageUploadAllowed: false, isRAGFileUploadAllowed: false, imgUploadSizeAndTypes: [] },
    })
    const page = await server.send('GET', `/api/v1/public-chatflows/${flow}`)
    expect(page.body).toMatchObject({ name: 'Conversation', isPublic: true, needsKey: false })
    for (const { text } of [config, page]) {
      expect(text).not.toContain('secret')
      expect(text).not.toContain('chatOpenAI')
    }
  })

  test('are all settings that change how its chat looks, and whether it speaks', async () => {
    const looks = {
      ...Object.fromEntries(
        ['title', 'titleAvatarSrc', 'titleBackgroundColor', 'titleTextColor', 'welcomeMessage', 'errorMessage']
          .concat(['backgroundColor', 'backgroundImage', 'poweredByTextColor'])
          .map((name) => [name, `#${name}`]),
      ),
      fontSize: 16,
      showAgentMessages: true,
      renderHTML: true,
      ...Object.fromEntries(
        ['botMessage', 'userMessage', 'textInput', 'feedback', 'footer', 'disclaimer', 'starterPrompts']
          .concat(['chatFeedback', 'leads', 'followUpPrompts', 'fullFileUpload'])
          .map((name) => [name, { status: true }]),
      ),
      generateNewSession: true,
    }
    const flow = await create({ isPublic: true, chatbotConfig: JSON.stringify({ ...looks, notes: 'for us' }) })
    const { uploads, ...config } = (await server.send('GET', `/api/v1/public-chatbotConfig/${flow}`)).body
    expect(uploads).toMatchObject({ isSpeechToTextEnabled: false })
    expect(config).toEqual({
      ...looks,
      isOpen: true,
      name: 'Conversation',
      flowData: '{"nodes":[],"edges":[]}',
      isTTSEnabled: false,
      isTTSAutoPlayed: false,
    })
    const page = (await server.send('GET', `/api/v1/public-chatflows/${flow}`)).body
    expect(JSON.parse(page.chatbotConfig)).toEqual(looks)
  })

  test('are its name only where it answers: a flow that needs a key says no more than that', async () => {
    const field = { type: 'string', label: 'Salary', name: 'salary', addOptions: '' }
    const flow = await createAgentFlow(server, {
      steps: {
        startAgentflow_0: { startInputType: 'formInput', formTitle: 'Raise', formInputTypes: [field] },
        directReplyAgentflow_0: { directReplyMessage: 'Hm' },
      },
      edges: ['startAgentflow_0 > directReplyAgentflow_0'],
    })
    const key = await makeKey()
    await server.send('PUT', `/api/v1/chatflows/${flow}`, { apikeyid: key.id })
    const read = async (headers = {}) =>
      (await server.send('GET', `/api/v1/public-chatbotConfig/${flow}`, undefined, headers)).body
    const closed = await read()
    expect([closed.isOpen, 'name' in closed, 'form' in closed]).toEqual([false, false, false])
    expect(await read(bearer(key.apiKey))).toMatchObject({ isOpen: true, form: { title: 'Raise' } })
  })

  test('of a flow that is not public is nothing but to who may manage it', async () => {
    const guarded = await testServer({ env: { CHATWRIGHT_USERNAME: 'ada', CHATWRIGHT_PASSWORD: 'engine-1843' } })
    const owner = { authorization: `Basic ${btoa('ada:engine-1843')}` }
    const post = async (path: string, body: object) =>
      (await guarded.send('POST', `/api/v1/${path}`, body, owner)).body as { id: string; apiKey: string }
    const { id } = await post('chatflows', { name: 'Draft', flowData: '{"nodes":[],"edges":[]}' })
    const read = async (headers = {}) => guarded.send('GET', `/api/v1/public-chatflows/${id}`, undefined, headers)
    const keyWith = async (more: object) => bearer((await post('apikey', { keyName: 'Key', ...more })).apiKey)
    const managing = await keyWith({ permissions: ['manage'] })
    const answers = await Promise.all([read(), read(await keyWith({})), read(managing), read(owner)])
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 200, 200])
    expect(answers.map(({ body }) => body.code ?? body.isPublic)).toEqual([
      'unauthorized',
      'unauthorized',
      false,
      false,
    ])
    await guarded.close()
  })

  test('of a flow that is not public is told without a login on its own machine, and not to a page of another site', async () => {
    const path = `/api/v1/public-chatflows/${await create({})}`
    expect((await server.send('GET', path)).status).toBe(200)
    const elsewhere = await server.send('GET', path, undefined, { origin: 'https://elsewhere.example' })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([401, 'unauthorized'])
  })

  test('the form of a flow is told to whoever may ask it, and of one that answers its owner to nobody else', async () => {
    const fields = [{ type: 'string', label: 'City', name: 'city' }]
    const flow = await createAgentFlow(server, {
      steps: { startAgentflow_0: { startInputType: 'formInput', formTitle: 'Where', formInputTypes: fields } },
      edges: [],
    })
    const path = `/api/v1/public-chatbotConfig/${flow}`
    const form = { title: 'Where', description: '', fields }
    expect((await server.send('GET', path)).body.form).toEqual(form)
    await server.send('PUT', `/api/v1/chatflows/${flow}`, { access: 'owner' })
    const { apiKey } = await makeKey({ permissions: ['manage'] })
    const visitor = { origin: 'https://shop.example' }
    expect((await server.send('GET', path, undefined, visitor)).body.form).toBeUndefined()
    for (const owner of [{}, bearer(apiKey)])
      expect((await server.send('GET', path, undefined, owner)).body.form).toEqual(form)
  })

  test('the owner reads which inputs could be opened', async () => {
    const flow = await create({})
    const { body } = await server.send('GET', `/api/v1/flow-config/${flow}`)
    expect(body).toContainEqual({
      node: 'ChatOpenAI',
      nodeId: 'chatOpenAI_0',
      label: 'Temperature',
      name: 'temperature',
      type: 'number',
    })
    const names = body.map(({ name }: { name: string }) => name)
    expect(names).toContain('sessionId')
    // A connection; a secret, which is ignored when it is sent; an address.
    for (const closed of ['model', 'openAIApiKey', 'basepath']) expect(names).not.toContain(closed)
    const node = await server.send('POST', '/api/v1/node-config', { name: 'bufferMemory', id: 'bufferMemory_0' })
    expect(node.body.map(({ name }: { name: string }) => name)).toEqual(['sessionId', 'memoryKey'])
  })
})
