import { openRouterModels } from '../model-lists/compatible.ts'
import { defineCompatibleChat } from '../openai-compatible/define-chat-model.ts'
import { openRouter } from '../openai-compatible/vendors.ts'

export default defineCompatibleChat({
  ...openRouter,
  name: 'chatOpenRouter',
  label: 'ChatOpenRouter',
  version: 1,
  description: 'Chats with models from many providers through OpenRouter, with one key.',
  icon: 'openrouter.svg',
  models: openRouterModels,
  defaultModel: 'openrouter/auto',
  documentation: 'https://openrouter.ai/models',
})
