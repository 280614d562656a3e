import { defineNode, RecentValues, type ModelCache } from '@chatwright/core'

const mostAnswers = 1000

export default defineNode({
  name: 'inMemoryCache',
  label: 'InMemory Cache',
  version: 1,
  category: 'Cache',
  description: 'Caches answers in memory until the flow changes or the server restarts.',
  icon: 'cache.svg',
  baseClasses: ['InMemoryCache', 'BaseCache'],
  inputs: {},
  build(): ModelCache {
    const answers = new RecentValues<string>(mostAnswers)
    return {
      kind: 'cache',
      get: async (key) => answers.get(key),
      set: async (key, value) => answers.set(key, value),
    }
  },
})
