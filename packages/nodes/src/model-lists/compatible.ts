import type { ModelList } from './model-list.ts'

export const mistralModels: ModelList = {
  asOf: '2026-11',
  models: [
    'mistral-large-latest',
    'mistral-medium-latest',
    'mistral-small-latest',
    'ministral-14b-latest',
    'ministral-8b-latest',
    'ministral-3b-latest',
    'magistral-medium-latest',
    'magistral-small-latest',
    'codestral-latest',
  ],
}

export const groqModels: ModelList = {
  asOf: '2026-11',
  models: ['openai/gpt-oss-120b', 'openai/gpt-oss-20b', 'qwen/qwen3.8-27b', 'groq/compound'],
}

export const togetherModels: ModelList = {
  asOf: '2026-11',
  models: [
    'meta-llama/Llama-3.3-70B-Instruct-Turbo',
    'deepseek-ai/DeepSeek-V4.1-Flash',
    'moonshotai/Kimi-K3',
    'zai-org/GLM-5.3',
    'Qwen/Qwen3.7-Max',
    'google/gemma-4-31B-it',
  ],
}

export const openRouterModels: ModelList = {
  asOf: '2026-11',
  models: ['openrouter/auto', 'openai/gpt-6-luna', 'openai/gpt-6-sol', 'deepseek/deepseek-v4.1-flash'],
}

export const deepseekModels: ModelList = {
  asOf: '2026-11',
  models: ['deepseek-flash'],
}

export const xaiModels: ModelList = {
  asOf: '2026-11',
  models: ['grok-4.7', 'grok-4.6', 'grok-4.5', 'grok-4.3', 'grok-4.20-0309-reasoning', 'grok-4.20-0309-non-reasoning'],
}

export const perplexityModels: ModelList = {
  asOf: '2026-11',
  models: ['sonar', 'sonar-pro', 'sonar-reasoning-pro', 'sonar-deep-research'],
}

export const fireworksModels: ModelList = {
  asOf: '2026-11',
  models: [
    'accounts/fireworks/models/gpt-oss-120b',
    'accounts/fireworks/models/gpt-oss-20b',
    'accounts/fireworks/models/kimi-k3',
    'accounts/fireworks/models/glm-5p3',
    'accounts/fireworks/models/glm-5p3-flash',
    'accounts/fireworks/models/minimax-m3',
  ],
}

export const cerebrasModels: ModelList = {
  asOf: '2026-11',
  models: ['gpt-oss-120b', 'qwen-3.8-27b'],
}

export const sambanovaModels: ModelList = {
  asOf: '2026-11',
  models: ['gpt-oss-120b', 'Meta-Llama-3.3-70B-Instruct', 'MiniMax-M2.5', 'DeepSeek-V3.1'],
}

export const cohereModels: ModelList = {
  asOf: '2026-11',
  models: [
    'command-a-plus-05-2026',
    'command-a-reasoning-08-2025',
    'command-a-vision-07-2025',
    'command-a-03-2025',
    'command-r-plus-08-2024',
    'command-r-08-2024',
    'command-r7b-12-2024',
  ],
}

export const cometModels: ModelList = {
  asOf: '2026-11',
  models: ['gpt-5-mini', 'claude-sonnet-4-20250514', 'gemini-2.0-flash'],
}

export const alibabaModels: ModelList = {
  asOf: '2026-11',
  models: ['qwen-max', 'qwen-plus', 'qwen-flash'],
}
