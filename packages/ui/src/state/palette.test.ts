import { beforeEach, expect, test } from 'vitest'

import { closePalette, openPalette, typeAhead, usePalette } from './palette.ts'

beforeEach(closePalette)

const key = (name: string, held: { ctrlKey?: boolean } = {}) =>
  typeAhead({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...held })

test('keys typed while the palette is on its way are kept in order', () => {
  openPalette()
  for (const letter of ['t', 'o', 'x', 'Backspace', 'o', 'l']) expect(key(letter)).toBe(true)
  expect(usePalette.getState()).toEqual({ isOpen: true, words: 'tool', isEntered: false })
  expect(key('Enter')).toBe(true)
  expect(usePalette.getState().isEntered).toBe(true)
})

test('shortcuts and keys without a letter are left alone', () => {
  openPalette()
  expect(key('r', { ctrlKey: true })).toBe(false)
  expect(key('Shift')).toBe(false)
  expect(usePalette.getState().words).toBe('')
})

test('Escape gives up, and nothing of it is left for the next time', () => {
  openPalette()
  key('a')
  key('Escape')
  expect(usePalette.getState().isOpen).toBe(false)
  openPalette()
  expect(usePalette.getState().words).toBe('')
})
