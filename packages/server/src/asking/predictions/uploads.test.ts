import { VISITOR } from '@chatwright/core'
import type { Upload } from '@chatwright/contract'
import { expect, test } from 'vitest'
import { readUploads } from './uploads.ts'

const file = (data: string): Upload => ({ type: 'file:full', name: 'a.txt', mime: 'text/plain', data })
const base64 = (text: string): string => `data:text/plain;base64,${Buffer.from(text).toString('base64')}`
const read = (...uploads: Upload[]) => readUploads(uploads, { takesPictures: false, asker: VISITOR })

test.each([
  ['plain', (text: string) => text],
  ['in base64', base64],
])('the text of files is taken up to four million characters, %s', async (_, write) => {
  expect((await read(file(write('ß'.repeat(3_999_000))))).text).toContain('ß</doc>')
  const tooLong = { code: 'payload-too-large', message: expect.stringContaining('4,000,000 characters') }
  await expect(read(file(write('ß'.repeat(4_000_001))))).rejects.toMatchObject(tooLong)
  const half = file(write('x'.repeat(2_500_000)))
  await expect(read(half, half)).rejects.toMatchObject(tooLong)
})

test('what is too long for certain is not even decoded', async () => {
  const data = `data:text/plain;base64,${'!'.repeat(30_000_000)}`
  await expect(read(file(data))).rejects.toMatchObject({ code: 'payload-too-large' })
})
