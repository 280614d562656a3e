import type { ModelList } from './model-list.ts'

export const openAiChatModels: ModelList = {
  asOf: '2026-11',
  models: [
    'gpt-5.6-sol',
    'gpt-5.6-terra',
    'gpt-5.6-luna',
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
    'gpt-4.1-nano',
    'gpt-4o',
    'gpt-4o-mini',
    'o4-mini',
    'o3',
    'o3-mini',
    'gpt-4-turbo',
    'gpt-4',
    'gpt-3.5-turbo',
  ],
}

export const openAiCompletionModels: ModelList = {
  asOf: '2026-11',
  models: ['gpt-3.5-turbo-instruct', 'babbage-002', 'davinci-002'],
}

export const openAiEmbeddingModels: ModelList = {
  asOf: '2026-11',
  models: ['text-embedding-3-small', 'text-embedding-3-large', 'text-embedding-ada-002'],
}
