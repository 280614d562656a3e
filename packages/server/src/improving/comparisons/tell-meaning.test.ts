import type { Embeddings, Run } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { beforeAll, expect, test } from 'vitest'
import { CHANGED, REWORDED } from './answer-pairs.fixture.ts'
import { createTellMeaning, type TellMeaning } from './tell-meaning.ts'

let tell: TellMeaning
let embedded: string[] = []

beforeAll(async () => {
  const catalogue = await loadCatalogue()
  const node = await catalogue.loadNode('builtInEmbeddings')
  const { embedDocuments } = (await node.build({ inputs: {} } as never)) as Embeddings
  const run = { signal: new AbortController().signal } as Run
  tell = createTellMeaning({
    embed: (texts) => {
      embedded.push(...texts)
      return embedDocuments(texts, run)
    },
    onFault: (error) => {
      throw error
    },
  })
})

const toldOf = async (pairs: readonly (readonly [string, string])[]) => {
  const told = []
  for (const [one, other] of pairs) told.push({ one, other, meaning: await tell(one, other) })
  return told
}

test('no answer with another fact passes for the same in other words', async () => {
  expect((await toldOf(CHANGED)).filter(({ meaning }) => meaning !== 'different')).toEqual([])
})

test('more than half of the answers that only say it in other words are found out', async () => {
  const found = (await toldOf(REWORDED)).filter(({ meaning }) => meaning === 'reworded')
  expect(found.length / REWORDED.length).toBeGreaterThan(0.5)
})

test('the same words are the same, and nothing is embedded for what the words tell', async () => {
  embedded = []
  expect(await tell('We open at nine.', 'we open  at nine.')).toBe('same')
  expect(await tell('We open at nine.', 'We open at ten.')).toBe('different')
  expect(embedded).toEqual([])
})

test('a model that fails leaves answers different, and what failed is told', async () => {
  const faults: unknown[] = []
  const broken = createTellMeaning({
    embed: async () => {
      throw new Error('no memory')
    },
    onFault: (error) => faults.push(error),
  })
  expect(await broken('We open at nine.', 'We are open from nine.')).toBe('different')
  expect(faults).toEqual([new Error('no memory')])
})
