import { xaiModels } from '../model-lists/compatible.ts'
import { defineCompatibleChat } from '../openai-compatible/define-chat-model.ts'
import { xai } from '../openai-compatible/vendors.ts'

export default defineCompatibleChat({
  ...xai,
  name: 'chatXAI',
  label: 'ChatXAI',
  version: 2,
  description: 'Chats with xAI Grok models.',
  icon: 'xai.svg',
  models: xaiModels,
  defaultModel: 'grok-4.3',
  documentation: 'https://docs.x.ai/docs/models',
  isChatModel: (id) => !/image/.test(id),
  hasResponseSchema: true,
})
