import { expect, test } from 'vitest'

import { pickFor } from './pick-files.ts'

const rules = { rules: [{ use: 'see' as const, types: ['image/png'], maxMegabytes: 1 }] }

test('pictures that are all called the same stay apart, within a question and within a chat', () => {
  const pasted = () => new File(['bytes'], 'image.png', { type: 'image/png' })
  const { picked } = pickFor(rules, [pasted(), pasted()], {
    alreadyPicked: 0,
    takenNames: ['image.png', 'image-2.png'],
    newId: () => 'id',
  })
  expect(picked.map(({ file }) => [file.name, file.type, file.size])).toEqual([
    ['image-3.png', 'image/png', 5],
    ['image-4.png', 'image/png', 5],
  ])
})

test('a file that is too large or of another kind is refused with the reason', () => {
  const large = new File([new Uint8Array(1_048_577)], 'large.png', { type: 'image/png' })
  const other = new File(['text'], 'notes.txt', { type: 'text/plain' })
  expect(pickFor(rules, [large, other], { alreadyPicked: 0, newId: () => 'id' })).toEqual({
    picked: [],
    refused: [
      { reason: 'tooLarge', name: 'large.png', limit: 1 },
      { reason: 'wrongType', name: 'notes.txt', types: 'image/png' },
    ],
  })
})
