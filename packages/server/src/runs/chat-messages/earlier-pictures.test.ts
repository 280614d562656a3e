import { expect, test } from 'vitest'
import { findPictures } from './earlier-pictures.ts'
import type { MessageRow } from './message-store.ts'

const uploads = {
  find: async (_: unknown, name: string) =>
    name === 'gone.png' ? undefined : { name, mimeType: 'image/png', bytes: Buffer.from(name) },
}
const rowOf = (id: string, files: unknown): MessageRow =>
  ({
    id,
    role: 'userMessage',
    chatflow_id: 'flow',
    chat_id: 'chat',
    file_uploads: typeof files === 'string' ? files : JSON.stringify(files),
  }) as MessageRow
const picture = (name: string) => ({ type: 'stored-file', name, mime: 'image/png' })

test('the newest pictures are found, by the questions they came with', async () => {
  const names = ['1', '2', '3', '4', '5', '6', '7'].map((name) => `${name}.png`)
  const found = await findPictures(
    names.map((name) => rowOf(name, [picture(name)])),
    uploads,
  )
  expect([...found.keys()]).toEqual(names.slice(1))
  expect(found.get('7.png')).toEqual([
    { type: 'image', mimeType: 'image/png', data: Buffer.from('7.png').toString('base64') },
  ])
})

test.each([
  ['files that were cleared away', [picture('gone.png')]],
  ['files that are no pictures', [{ type: 'stored-file', name: 'a.pdf', mime: 'application/pdf' }]],
  ['addresses of no page', [{ type: 'url', name: 'x', data: 'file:///etc/passwd' }]],
  ['no JSON', '{broken'],
  ['no list', '{"a":1}'],
  ['a list of anything', '[null,1,{"type":"stored-file"},{"type":"stored-file","name":5,"mime":{}}]'],
  ['nothing', 'null'],
])('%s are no pictures', async (_, files) => {
  expect(await findPictures([rowOf('1', files)], uploads)).toEqual(new Map())
})

test('of large ones as many as may be sent together, the newest, in their order', async () => {
  const large = {
    find: async (_: unknown, name: string) => ({ name, mimeType: 'image/png', bytes: Buffer.alloc(6_000_000) }),
  }
  const rows = ['1', '2', '3'].map((id) => rowOf(id, [picture(`${id}a.png`), picture(`${id}b.png`)]))
  const found = await findPictures(rows.slice(1), large)
  expect([...found].map(([id, parts]) => [id, parts.length])).toEqual([['3', 2]])
  expect([...(await findPictures(rows, uploads))].map(([id, parts]) => [id, parts.length])).toEqual([
    ['1', 2],
    ['2', 2],
    ['3', 2],
  ])
})
