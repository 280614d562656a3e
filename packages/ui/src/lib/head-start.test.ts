import { expect, test } from 'vitest'

import { startEarly, takeEarly } from './head-start.ts'

test('what was started early is taken once, and loaded anew after that', async () => {
  startEarly('flow', () => Promise.resolve(1))
  await expect(takeEarly('flow')).resolves.toBe(1)
  expect(takeEarly('flow')).toBeUndefined()
})

test('a failure reaches whoever takes it', async () => {
  startEarly('flow', () => Promise.reject(new Error('gone')))
  await expect(takeEarly('flow')).rejects.toThrow('gone')
})
