import { afterEach, beforeEach, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { RED_POINT } from '../../../testing/red-point.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

describeOnBothDatabases('Pictures sent with a question', (start) => {
  let server: TestServer
  let vendor: FakeVendor
  let flowId: string

  beforeEach(async () => {
    vendor = await startFakeVendor()
    server = await start()
    flowId = await createConversation(server, {
      vendorUrl: vendor.url,
      inputs: { chatOpenAI_0: { allowImageUploads: true } },
    })
  })
  afterEach(async () => {
    await server.close()
    await vendor.close()
  })

  const picture = { type: 'file', name: 'point.png', mime: 'image/png', data: `data:image/png;base64,${RED_POINT}` }
  const ask = (body: object) =>
    server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'What is it?', chatId: 'a', ...body })
  const seen = () => vendor.requests.at(-1)?.body.messages.at(-1)?.content
  const withPicture = [
    { type: 'text', text: 'What is it?' },
    { type: 'image_url', image_url: { url: picture.data } },
  ]

  test('reach a model that can see, and are shown again from the server', async () => {
    await ask({ uploads: [picture] })
    expect(seen()).toMatchObject(withPicture)
    const [question] = (await server.send('GET', `/api/v1/chatmessage/${flowId}`)).body
    expect(question.fileUploads).toEqual([{ type: 'stored-file', name: 'point.png', mime: 'image/png' }])
    const address = `/api/v1/get-upload-file?chatflowId=${flowId}&chatId=a&fileName=point.png`
    const { headers } = await server.send('GET', address)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': "inline; filename*=UTF-8''point.png",
      'x-content-type-options': 'nosniff',
    })
  })

  test('are what they hold, whatever their sender calls them', async () => {
    const page = Buffer.from('<script>alert(1)</script>').toString('base64')
    await ask({
      uploads: [
        { type: 'file', name: 'scan.pdf', mime: 'application/pdf', data: `data:application/pdf;base64,${RED_POINT}` },
      ],
    })
    expect(seen()).toMatchObject(withPicture)
    const [question] = (await server.send('GET', `/api/v1/chatmessage/${flowId}`)).body
    expect(question.fileUploads).toEqual([{ type: 'stored-file', name: 'scan.pdf', mime: 'image/png' }])
    const told = async (name: string) => {
      const query = new URLSearchParams({ chatflowId: flowId, chatId: 'a', fileName: name })
      return (await server.send('GET', `/api/v1/get-upload-file?${query}`)).headers['content-type']
    }
    expect(await told('scan.pdf')).toBe('image/png')
    await ask({ uploads: [{ type: 'file', name: 'a.png', mime: 'image/png', data: `data:image/png;base64,${page}` }] })
    expect(await told('a.png')).not.toContain('image/')
  })

  test('come along by their name alone when the question is asked again', async () => {
    const { body } = await ask({ uploads: [picture] })
    const { data: _, ...named } = picture
    await ask({ uploads: [named], replaces: body.chatMessageId })
    expect(seen()).toMatchObject(withPicture)
  })

  test('are refused by a flow that takes none, and its owner reads what to switch on', async () => {
    flowId = await createConversation(server, { vendorUrl: vendor.url })
    const { status, body } = await ask({ uploads: [picture] })
    expect(status).toBe(415)
    expect(body.message).toContain('Allow image uploads')
    const address = `/api/v1/get-upload-file?chatflowId=${flowId}&chatId=a&fileName=point.png`
    expect((await server.send('GET', address)).status).toBe(404)
    expect((await server.send('GET', `/api/v1/chatmessage/${flowId}`)).body).toEqual([])
    expect(vendor.requests).toEqual([])
  })

  test('already loaded into a vector store are only named', async () => {
    flowId = await createConversation(server, { vendorUrl: vendor.url })
    const loaded = { type: 'file:rag', name: 'a.txt', mime: 'text/plain', data: 'data:text/plain;base64,aGVsbG8=' }
    expect((await ask({ uploads: [loaded] })).status).toBe(200)
    expect(seen()).toBe('What is it?')
    const [question] = (await server.send('GET', `/api/v1/chatmessage/${flowId}`)).body
    expect(question.fileUploads).toEqual([{ type: 'file:rag', name: 'a.txt', mime: 'text/plain' }])
  })

  test('of another chat do not', async () => {
    await ask({ uploads: [picture] })
    const { data: _, ...named } = picture
    await ask({ uploads: [named], chatId: 'b' })
    expect(JSON.stringify(seen())).not.toContain(RED_POINT)
  })
})
