import type { ModelList } from './model-list.ts'

export const mistralModels: ModelList = {
  asOf: '2026-11',
  models: [
    'mistral-large-latest',
    'mistral-medium-latest',
    'mistral-small-latest',
    'ministral-8b-latest',
    'ministral-3b-latest',
    'magistral-medium-latest',
    'codestral-latest',
    'open-mistral-nemo',
  ],
}

export const groqModels: ModelList = {
  asOf: '2026-11',
  models: ['llama-3.3-70b-versatile', 'llama-3.1-8b-instant', 'openai/gpt-oss-120b', 'openai/gpt-oss-20b'],
}

export const togetherModels: ModelList = {
  asOf: '2026-11',
  models: [
    'meta-llama/Llama-3.3-70B-Instruct-Turbo',
    'deepseek-ai/DeepSeek-V3',
    'Qwen/Qwen2.5-72B-Instruct-Turbo',
    'openai/gpt-oss-120b',
  ],
}

export const openRouterModels: ModelList = {
  asOf: '2026-11',
  models: ['openrouter/auto', 'openai/gpt-4o-mini', 'anthropic/claude-sonnet-4.5', 'meta-llama/llama-3.3-70b-instruct'],
}

export const deepseekModels: ModelList = { asOf: '2026-11', models: ['deepseek-chat', 'deepseek-reasoner'] }

export const xaiModels: ModelList = { asOf: '2026-11', models: ['grok-4', 'grok-4-fast', 'grok-3', 'grok-3-mini'] }

export const perplexityModels: ModelList = {
  asOf: '2026-11',
  models: ['sonar', 'sonar-pro', 'sonar-reasoning', 'sonar-reasoning-pro', 'sonar-deep-research'],
}

export const fireworksModels: ModelList = {
  asOf: '2026-11',
  models: [
    'accounts/fireworks/models/llama-v3p3-70b-instruct',
    'accounts/fireworks/models/llama-v3p1-8b-instruct',
    'accounts/fireworks/models/deepseek-v3',
  ],
}

export const cerebrasModels: ModelList = {
  asOf: '2026-11',
  models: ['llama3.1-8b', 'llama-3.3-70b', 'gpt-oss-120b', 'qwen-3-32b'],
}

export const sambanovaModels: ModelList = {
  asOf: '2026-11',
  models: ['Meta-Llama-3.3-70B-Instruct', 'Meta-Llama-3.1-8B-Instruct', 'DeepSeek-V3-0324'],
}

export const cohereModels: ModelList = {
  asOf: '2026-11',
  models: ['command-a-03-2025', 'command-r-plus-08-2024', 'command-r-08-2024', 'command-r7b-12-2024'],
}
