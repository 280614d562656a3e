import { expect, test } from 'vitest'
import { parseForm, parseUrlForm } from './parse-form.ts'

const limits = { fileSize: 1000 }
const read = (body: string, contentType = 'multipart/form-data; boundary=x') =>
  parseForm(Buffer.from(body), contentType, limits)

test('fields and files come out as they went in', async () => {
  const form = await read(
    [
      'a preamble nobody reads',
      '--x',
      'Content-Disposition: form-data; name="question"',
      '',
      'two\r\nlines',
      '--x  ',
      'content-type: Text/Plain; charset=utf-8',
      'content-disposition: form-data; name="files"; filename="na\\"ïve; a=b.txt"',
      '',
      'text --x with\r\n--y in it',
      '--x--',
      'an epilogue',
    ].join('\r\n'),
  )
  expect(form.fields).toEqual([{ name: 'question', value: 'two\r\nlines' }])
  expect(form.files).toEqual([
    { name: 'na"ïve; a=b.txt', mimeType: 'text/plain', bytes: Buffer.from('text --x with\r\n--y in it') },
  ])
})

test('every byte of a file is kept', async () => {
  const bytes = Buffer.from(Array.from({ length: 512 }, (_, i) => i % 256))
  const sent = new FormData()
  sent.append('file', new Blob([bytes]), 'all.bin')
  sent.append('empty', new Blob([]), 'none.bin')
  const request = new Request('http://localhost', { method: 'POST', body: sent })
  const body = Buffer.from(await request.arrayBuffer())
  const { files } = await parseForm(body, request.headers.get('content-type') ?? '', limits)
  expect(files).toEqual([
    { name: 'all.bin', mimeType: 'application/octet-stream', bytes },
    { name: 'none.bin', mimeType: 'application/octet-stream', bytes: Buffer.alloc(0) },
  ])
})

test('a boundary in quotes, a name beyond ASCII and a field nobody filled are understood', async () => {
  const form = await read(
    '--a b\r\ncontent-disposition: form-data; name=f; filename="x.txt"; filename*=UTF-8\'\'%E2%82%AC.txt\r\n\r\n1\r\n' +
      '--a b\r\ncontent-disposition: form-data; name="g"; filename=""\r\n\r\n\r\n--a b--',
    'multipart/form-data; boundary="a b"',
  )
  expect(form.files.map(({ name }) => name)).toEqual(['€.txt'])
})

test.each([
  [
    'one byte too many',
    `--x\r\ncontent-disposition: form-data; name="f"; filename="a"\r\n\r\n${'y'.repeat(1001)}\r\n--x--`,
  ],
  ['too many files', `${'--x\r\ncontent-disposition: form-data; name="f"; filename="a"\r\n\r\ny\r\n'.repeat(21)}--x--`],
  ['too many fields', `${'--x\r\ncontent-disposition: form-data; name="f"\r\n\r\ny\r\n'.repeat(101)}--x--`],
])('%s is too large', async (_, body) => {
  await expect(read(body)).rejects.toMatchObject({ code: 'payload-too-large' })
})

test('a form cut anywhere is an error, and never half a form', async () => {
  const whole = '--x\r\ncontent-disposition: form-data; name="f"; filename="a"\r\n\r\nyes\r\n--x--'
  expect((await read(whole)).files).toHaveLength(1)
  for (let length = 0; length < whole.length; length += 1) {
    await expect(read(whole.slice(0, length)), String(length)).rejects.toMatchObject({ status: 400 })
  }
})

test('parts of which nothing is kept are counted too, and fields of a form without files', async () => {
  const left = '--x\r\ncontent-disposition: form-data; name="f"; filename=""\r\n\r\n\r\n'
  expect((await read(`${left.repeat(120)}--x--`)).files).toEqual([])
  await expect(read(`${left.repeat(121)}--x--`)).rejects.toMatchObject({ code: 'payload-too-large' })
  expect(parseUrlForm('a=b&'.repeat(99)).fields).toHaveLength(99)
  expect(() => parseUrlForm('a=b&'.repeat(100))).toThrow(expect.objectContaining({ code: 'payload-too-large' }))
})

test('others have a turn while long texts are read', async () => {
  let turns = 0
  const count = setInterval(() => (turns += 1))
  const field = (name: number): string =>
    `--x\r\ncontent-disposition: form-data; name="f${name}"\r\n\r\n${'я'.repeat(2_000_000)}\r\n`
  const { fields } = await read(`${Array.from({ length: 6 }, (_, at) => field(at)).join('')}--x--`)
  clearInterval(count)
  expect([fields.length, turns > 2]).toEqual([6, true])
})
