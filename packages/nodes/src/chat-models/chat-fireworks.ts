import { fireworksModels } from '../model-lists/compatible.ts'
import { defineCompatibleChat } from '../openai-compatible/define-chat-model.ts'
import { fireworks } from '../openai-compatible/vendors.ts'

export default defineCompatibleChat({
  ...fireworks,
  name: 'chatFireworks',
  label: 'ChatFireworks',
  version: 2,
  description: 'Chats with open models on Fireworks.',
  icon: 'fireworks.svg',
  models: fireworksModels,
  defaultModel: 'accounts/fireworks/models/gpt-oss-120b',
  documentation: 'https://fireworks.ai/models',
  aliases: [{ name: 'fireworks' }],
})
