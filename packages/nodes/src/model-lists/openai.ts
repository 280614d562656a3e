import type { ModelList } from './model-list.ts'

/** What a new node begins with: the cheapest model that the vendor has not announced the end of. */
export const defaultOpenAiModel = 'gpt-6-luna'

export const openAiChatModels: ModelList = {
  asOf: '2026-11',
  models: [
    'gpt-6.1-sol',
    'gpt-6-astra',
    'gpt-6-sol',
    'gpt-6-luna',
    'gpt-5.6-sol',
    'gpt-5.6-terra',
    'gpt-5.6-luna',
    'gpt-5.5',
    'gpt-5.4',
    'gpt-5.4-mini',
    'gpt-5.4-nano',
    'gpt-5.2',
    'gpt-5.1',
    'gpt-5',
    'gpt-5-mini',
    'gpt-5-nano',
    'gpt-4.1',
    'gpt-4.1-mini',
    'gpt-4o',
    'gpt-4o-mini',
    'o3',
  ],
}

export const openAiEmbeddingModels: ModelList = {
  asOf: '2026-11',
  models: ['text-embedding-3-small', 'text-embedding-3-large', 'text-embedding-ada-002'],
}
