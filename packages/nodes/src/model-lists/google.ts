import type { ModelList } from './model-list.ts'

export const geminiModels: ModelList = {
  asOf: '2026-11',
  models: [
    'gemini-flash-latest',
    'gemini-flash-lite-latest',
    'gemini-pro-latest',
    'gemini-3.8-flash',
    'gemini-3.7-flash',
    'gemini-3.5-flash',
    'gemini-3.5-flash-lite',
    'gemini-3.1-pro-preview',
    'gemini-3.1-flash-lite',
    'gemini-2.5-pro',
    'gemini-2.5-flash',
    'gemini-2.5-flash-lite',
  ],
}

export const googleEmbeddingModels: ModelList = { asOf: '2026-11', models: ['gemini-embedding-001'] }
