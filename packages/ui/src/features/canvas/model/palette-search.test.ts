import { expect, test } from 'vitest'

import { descriptions } from './catalogue.fixture.ts'
import { fits, groupPalette, searchPalette } from './palette-search.ts'
import { withRecent } from './recent-nodes.ts'

const labels = (words: string) => searchPalette(descriptions, words).map(({ description }) => description.label)

test('[CANVAS-1] the palette finds by label, name, description and category, the label first', () => {
  // "chat model" is a label, and stands in a description too.
  expect(labels('chat model')).toEqual(['Chat Model', 'Buffer Memory'])
  expect(labels('promptTemplate')).toEqual(['Prompt Template'])
  expect(labels('remembers')).toEqual(['Conversation Chain', 'Buffer Memory'])
  expect(labels('utilities')).toEqual(['Model Router'])
})

test('a chat model comes before what is only called so', () => {
  expect(labels('mod').slice(0, 2)).toEqual(['Chat Model', 'Model Router'])
})

test('letters in order find a label too, when nothing else does', () => {
  expect(labels('convch')).toEqual(['Conversation Chain'])
  expect(labels('zzz')).toEqual([])
})

test('the letters that matched are marked, once', () => {
  const [first] = searchPalette(descriptions, 'buffer mem')
  expect(first?.matches).toEqual([
    [0, 6],
    [7, 10],
  ])
})

test('[CANVAS-1] categories are sorted, and so are the nodes in them', () => {
  const groups = groupPalette(searchPalette(descriptions, ''))
  expect(groups.map(({ category }) => category)).toEqual(['Chains', 'Chat Models', 'Memory', 'Prompts', 'Utilities'])
})

test('a dropped connection leaves only what fits', () => {
  const taking = descriptions.filter((description) => fits(description, { takes: ['ChatModel', 'BaseChatModel'] }))
  expect(taking.map(({ name }) => name)).toEqual(['chain', 'modelRouter'])
  const giving = descriptions.filter((description) => fits(description, { gives: ['BaseMemory'] }))
  expect(giving.map(({ name }) => name)).toEqual(['bufferMemory'])
  const between = descriptions.filter((description) =>
    fits(description, { takes: ['BaseChatModel'], gives: ['BaseChatModel'] }),
  )
  expect(between.map(({ name }) => name)).toEqual(['modelRouter'])
})

test('what was used last is on top, once, and the list stays short', () => {
  expect(withRecent(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c'])
  expect(withRecent(['1', '2', '3', '4', '5', '6'], '7')).toHaveLength(6)
})
