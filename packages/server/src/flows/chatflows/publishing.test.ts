import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScheduleStore } from '../../asking/schedules/schedule-store.ts'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { farMinute } from '../../../testing/far-minute.ts'
import { describeOnBothDatabases, testServer, type TestServer } from '../../../testing/test-server.ts'

describeOnBothDatabases('Publishing a flow', (start) => {
  let server: TestServer
  let flow: string

  beforeEach(async () => {
    server = await start()
    flow = await createFlow()
  })
  afterEach(() => server.close())

  /** A flow that says the same to everybody. */
  const createFlow = (says = 'one', begins: Record<string, unknown> = {}) =>
    createAgentFlow(server, {
      steps: {
        startAgentflow_0: { startInputType: 'chatInput', ...begins },
        directReplyAgentflow_0: { directReplyMessage: says },
      },
      edges: ['startAgentflow_0 > directReplyAgentflow_0'],
    })
  const read = async (id = flow) => (await server.send('GET', `/api/v1/chatflows/${id}`)).body
  const change = async (body: object, id = flow) => (await server.send('PUT', `/api/v1/chatflows/${id}`, body)).body
  const saveAs = async (says: string, { before = 'one', id = flow } = {}) =>
    change({ flowData: (await read(id)).flowData.replace(`"${before}"`, `"${says}"`) }, id)
  /** Older states, as if it had been saved so often. */
  const repeatNewest = async (times: number) => {
    const { query } = server.database
    const newest = await query
      .selectFrom('chat_flow_version')
      .selectAll()
      .where('chatflow_id', '=', flow)
      .orderBy('version', 'desc')
      .executeTakeFirstOrThrow()
    const later = Array.from({ length: times }, (_, at) => ({ ...newest, version: newest.version + at + 1 }))
    await query.insertInto('chat_flow_version').values(later).execute()
    await query
      .updateTable('chat_flow')
      .set({ version: newest.version + times })
      .where('id', '=', flow)
      .execute()
  }
  const publish = (version: number) => server.send('POST', `/api/v1/chatflows/${flow}/versions/${version}/publish`)
  const ask = async (more: object = {}, id = flow) =>
    (await server.send('POST', `/api/v1/prediction/${id}`, { question: 'Hi', ...more })).body.text
  const onCanvas = async () =>
    (await server.send('POST', `/api/v1/internal-prediction/${flow}`, { question: 'Hi' })).body.text

  test('with each save, as it is unless somebody says otherwise, the newest answers at once', async () => {
    expect(await read()).toMatchObject({ publish: 'save', version: 1, liveVersion: 1 })
    expect(await saveAs('two')).toMatchObject({ version: 2, liveVersion: 2 })
    expect(await ask()).toBe('two')
  })

  test('by hand, a save is kept and read back, and everybody but the canvas is answered by the live version', async () => {
    await change({ publish: 'hand' })
    await saveAs('two')
    const newest = await read()
    expect(newest).toMatchObject({ publish: 'hand', version: 2, liveVersion: 1 })
    expect(newest.flowData).toContain('"two"')
    expect([await ask(), await onCanvas()]).toEqual(['one', 'two'])

    const { body } = await publish(2)
    expect(body).toMatchObject({ version: 2, liveVersion: 2, publish: 'hand' })
    expect(await ask()).toBe('two')
    await saveAs('three', { before: 'two' })
    expect(await ask()).toBe('two')
  })

  test('a rollback is one call, and lasts until it is saved again, or by hand until it is published', async () => {
    await saveAs('two')
    expect((await publish(1)).body).toMatchObject({ publish: 'save', version: 2, liveVersion: 1 })
    expect(await ask()).toBe('one')
    await change({ name: 'Renamed' })
    expect(await ask()).toBe('one')
    const { body: versions } = await server.send('GET', `/api/v1/chatflows/${flow}/versions`)
    expect(versions.map(({ version, isLive }: Record<string, unknown>) => [version, isLive])).toEqual([
      [3, false],
      [2, false],
      [1, true],
    ])
    await saveAs('three', { before: 'two' })
    expect([await ask(), (await read()).liveVersion]).toEqual(['three', 4])
    expect((await publish(9)).body).toMatchObject({ code: 'version-not-found' })
    expect((await server.send('POST', '/api/v1/chatflows/none/versions/1/publish')).status).toBe(404)
  })

  test('a new name alone is no change of the answers, and switching back to each save publishes the newest', async () => {
    await change({ publish: 'hand' })
    expect(await change({ name: 'Renamed' })).toMatchObject({ version: 2, liveVersion: 2 })
    await saveAs('two')
    expect(await ask()).toBe('one')
    expect(await change({ publish: 'save' })).toMatchObject({ version: 3, liveVersion: 3, publish: 'save' })
    expect(await ask()).toBe('two')
  })

  test('switching back to each save publishes nothing that a gate would hold back', async () => {
    await change({ publish: 'hand' })
    await saveAs('two')
    expect(await change({ publish: 'save', gate: 'block' })).toMatchObject({ version: 2, liveVersion: 1 })
    expect(await ask()).toBe('one')
    expect((await publish(2)).body).toMatchObject({ publish: 'save', liveVersion: 2 })
    await change({ publish: 'hand' })
    expect(await change({ publish: 'save' })).toMatchObject({ version: 2, liveVersion: 2 })
  })

  test('who has a key or is the owner may ask another version; a stranger may not', async () => {
    await saveAs('two')
    expect([await ask({ version: 1 }), await ask({ version: 2 })]).toEqual(['one', 'two'])
    expect(
      (await server.send('POST', `/api/v1/prediction/${flow}`, { question: 'Hi', version: 7 })).body,
    ).toMatchObject({
      code: 'version-not-found',
    })

    const locked = await testServer({ env: { CHATWRIGHT_USERNAME: 'anna', CHATWRIGHT_PASSWORD: 'secret' } })
    try {
      const owner = { authorization: `Basic ${Buffer.from('anna:secret').toString('base64')}` }
      const { flowData } = await read()
      const stored = { name: 'Open', type: 'AGENTFLOW', flowData }
      const { body: open } = await locked.send('POST', '/api/v1/chatflows', stored, owner)
      const { body: key } = await locked.send('POST', '/api/v1/apikey', { keyName: 'Key' }, owner)
      const ask = (headers?: Record<string, string>) =>
        locked.send('POST', `/api/v1/prediction/${open.id}`, { question: 'Hi', version: 1 }, headers)
      expect((await ask()).status).toBe(403)
      expect((await ask({ authorization: `Bearer ${key.apiKey}` })).body.text).toBe('two')
    } finally {
      await locked.close()
    }
  })

  test('clients of OpenAI, other flows, webhooks and schedules meet the live version too', async () => {
    await change({ publish: 'hand', deployed: true, name: 'Shown' })
    await saveAs('two')
    const messages = [{ role: 'user', content: 'Hi' }]
    const completion = await server.send('POST', '/v1/chat/completions', { model: flow, messages })
    expect(completion.body.choices[0].message.content).toBe('one')

    const asking = await createAgentFlow(server, {
      steps: {
        executeFlowAgentflow_0: { executeFlowSelectedFlow: flow, executeFlowInput: 'Hi' },
        directReplyAgentflow_0: { directReplyMessage: 'It said {{ executeFlowAgentflow_0 }}' },
      },
      edges: ['startAgentflow_0 > executeFlowAgentflow_0', 'executeFlowAgentflow_0 > directReplyAgentflow_0'],
    })
    expect(await ask({}, asking)).toContain('one')

    const hooked = await createFlow('one', { startInputType: 'webhookTrigger', webhookDefaultInput: 'Go' })
    await change({ publish: 'hand' }, hooked)
    await saveAs('two', { id: hooked })
    expect((await server.send('POST', `/api/v1/webhook/${hooked}`, {})).text).toContain('one')

    const first = farMinute()
    const second = (first + 1) % 60
    const timed = await createFlow('one', {
      startInputType: 'scheduleInput',
      scheduleFrequency: 'hourly',
      scheduleOnMinute: first,
    })
    await change({ publish: 'hand' }, timed)
    const { flowData } = await read(timed)
    const minute = '"scheduleOnMinute":'
    await change({ flowData: flowData.replace(`${minute}${first}`, `${minute}${second}`) }, timed)
    const schedules = createScheduleStore(server.database)
    const cron = async () => {
      await schedules.readChanged(new Date())
      return (await schedules.find(timed))?.cron
    }
    expect(await cron()).toBe(`${first} * * * *`)
    await server.send('POST', `/api/v1/chatflows/${timed}/versions/2/publish`)
    expect(await cron()).toBe(`${second} * * * *`)
  })

  test('what the live version needs counts as needed, and the live version outlives the newest 200', async () => {
    const secret = { name: 'Key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk' } }
    const { id } = (await server.send('POST', '/api/v1/credentials', secret)).body
    const { flowData } = await read()
    const drawn = JSON.parse(flowData)
    drawn.nodes[1].data.credential = id
    await change({ flowData: JSON.stringify(drawn) })
    await change({ publish: 'hand' })
    await change({ flowData })
    const refused = await server.send('DELETE', `/api/v1/credentials/${id}`)
    expect(refused.status, refused.text).toBe(409)

    await repeatNewest(199)
    for (const x of [1, 2]) {
      drawn.nodes[1].position.x = x
      await change({ flowData: JSON.stringify(drawn) })
    }
    const { body: versions } = await server.send('GET', `/api/v1/chatflows/${flow}/versions`)
    expect(versions.length).toBe(201)
    expect(versions.at(-1)).toMatchObject({ version: 2, isLive: true })
    expect(await ask()).toBe('one')
  })

  test('a backup brings the live version back, and one without it the newest', async () => {
    await change({ publish: 'hand' })
    await saveAs('two')
    const { body: file } = await server.send('GET', '/api/v1/database/export')
    await publish(2)
    expect((await server.send('POST', '/api/v1/database/load', file)).status).toBe(201)
    expect([await ask(), (await read()).publish]).toEqual(['one', 'hand'])
    const { chatflowVersions: _, ...bare } = file
    expect((await server.send('POST', '/api/v1/database/load', bare)).status).toBe(201)
    expect(await ask()).toBe('two')
  })

  test('a file that changes a flow under the version it has is what answers', async () => {
    expect(await ask()).toBe('one')
    const { text } = await server.send('GET', '/api/v1/database/export')
    const changed = JSON.parse(text.replaceAll(String.raw`\"one\"`, String.raw`\"changed\"`)) as object
    expect((await server.send('POST', '/api/v1/database/load', changed)).status).toBe(201)
    expect([(await read()).version, await ask()]).toEqual([1, 'changed'])
  })
})
