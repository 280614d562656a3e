import { expect, test } from 'vitest'

import { NO_JUDGE, toNewComparison, usualVersions } from './comparison-draft.ts'

test('the newest version is compared with the one that answers, or with the one before it', () => {
  expect(usualVersions({ live: 2, versions: [5, 4, 3, 2] })).toEqual({ base: 2, candidate: 5 })
  expect(usualVersions({ live: 5, versions: [5, 4, 3] })).toEqual({ base: 4, candidate: 5 })
  expect(usualVersions({ live: 1, versions: [1] })).toEqual({ base: 1, candidate: 1 })
})

test('a comparison asks a set or recorded answers, and a judge only where one is chosen', () => {
  const versions = { base: 1, candidate: 2 }
  expect(toNewComparison('flow', { ...versions, setId: '', judge: NO_JUDGE })).toEqual({
    chatflowId: 'flow',
    ...versions,
    answers: 20,
  })
  const judge = { name: 'chatOpenAI', config: { credential: 'key', modelName: 'gpt-5-mini' } }
  expect(toNewComparison('flow', { ...versions, setId: 'set', judge })).toEqual({
    chatflowId: 'flow',
    ...versions,
    setId: 'set',
    judge: { node: 'chatOpenAI', credential: 'key', inputs: { modelName: 'gpt-5-mini' } },
  })
  const free = { name: 'chatOllama', config: { credential: '', modelName: 'llama' } }
  expect(toNewComparison('flow', { ...versions, setId: 'set', judge: free }).judge).toEqual({
    node: 'chatOllama',
    inputs: { modelName: 'llama' },
  })
})
