import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../testing/test-server.ts'
import { RED_POINT } from '../testing/red-point.ts'
import { patient } from '../testing/patient.ts'

let server: TestServer
let address: string
let flowId: string
beforeAll(async () => {
  server = await testServer({ env: { UPLOAD_LIMIT: '200kb', BODY_LIMIT: '300kb' } })
  address = await server.listen()
  const flowData = '{"nodes":[],"edges":[]}'
  const chatbotConfig = '{"fullFileUpload":{"status":true}}'
  flowId = (await server.send('POST', '/api/v1/chatflows', { name: 'x', flowData, chatbotConfig })).body.id
})
afterAll(() => server.close())

const attach = (files: { name: string; type: string; content: string }[], chatId = 'chat'): Promise<Response> => {
  const form = new FormData()
  for (const { name, type, content } of files) form.append('files', new Blob([content], { type }), name)
  return fetch(`${address}/api/v1/attachments/${flowId}/${chatId}`, { method: 'POST', body: form })
}
const download = (fileName: string, chatId = 'chat'): Promise<Response> =>
  fetch(`${address}/api/v1/get-upload-file?${new URLSearchParams({ chatflowId: flowId, chatId, fileName })}`)

test('many files that are small each may not be large together', async () => {
  const files = Array.from({ length: 4 }, (_, i) => ({
    name: `${i}.txt`,
    type: 'text/plain',
    content: 'x'.repeat(100_000),
  }))
  expect((await attach(files)).status).toBe(413)
  expect((await attach(files.slice(0, 2))).status).toBe(200)
})

test.each([
  ['page.html', 'text/html', '<script>alert(1)</script>'],
  ['picture.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['lie.png', 'image/png', '<script>alert(1)</script>'],
  ['x.txt', 'text/plain', 'plain'],
])('%s from a chat can run nothing when it is opened', async (name, type, content) => {
  expect((await attach([{ name, type, content }])).status).toBe(200)
  const { status, headers } = await download(name)
  expect(status).toBe(200)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(headers.get('content-type')).not.toMatch(/html|svg|xml/)
})

test.each(['../../../../etc/passwd', '..%2f..%2fsecret.key', '/etc/passwd', 'secret.key', '../src', '.', 'a\\..\\b'])(
  'the name %s reads no file but its own',
  async (name) => {
    const chat = randomUUID()
    expect((await download(name, chat)).status).toBe(404)
    const secret = 'a text of its own'
    expect((await attach([{ name, type: 'text/plain', content: secret }], chat)).status).toBeLessThan(500)
    const found = await download(name, chat)
    if (found.status === 200) expect(await found.text()).toBe(secret)
  },
)

test('a page of a few kilobytes that would become millions of nodes is read, and the server goes on', async () => {
  const formatting = Array.from({ length: 2000 }, (_, i) => `<b a${i}>`).join('')
  const content = `<p>${formatting}${'<p>word'.repeat(2000)}`
  const began = performance.now()
  const answer = await attach([{ name: 'bomb.html', type: 'text/html', content }], 'bombs')
  expect(answer.status).toBe(200)
  const [read] = (await answer.json()) as { content: string }[]
  expect(read?.content.match(/word/g)).toHaveLength(2000)
  expect(performance.now() - began).toBeLessThan(patient(5000))
})

test.each(['half \uD83D.png', `${'😀'.repeat(80)}.png`, 'line\r\nbreak.png', '\u202Egnp.exe', '"quoted".png'])(
  'a picture called %j is kept and given back',
  async (name) => {
    const data = `data:image/png;base64,${RED_POINT}`
    const body = {
      question: 'What is this?',
      chatId: 'names',
      uploads: [{ type: 'file', name, mime: 'image/png', data }],
    }
    const asked = await server.send('POST', `/api/v1/prediction/${flowId}`, body)
    expect(asked.status).toBeLessThan(500)
    const query = new URLSearchParams({ chatflowId: flowId, chatId: 'names', fileName: name })
    const found = await server.send('GET', `/api/v1/get-upload-file?${query}`)
    expect([200, 404], found.text).toContain(found.status)
  },
)

test('a long name of emoji does not break the download of a stored file', async () => {
  const form = new FormData()
  form.set('file', new File(['text'], `a${'😀'.repeat(149)}.txt`))
  const { id } = (await (await fetch(`${address}/api/v1/files`, { method: 'POST', body: form })).json()) as {
    id: string
  }
  const answer = await fetch(`${address}/api/v1/files/${id}`)
  expect([answer.status, await answer.text()]).toEqual([200, 'text'])
})
