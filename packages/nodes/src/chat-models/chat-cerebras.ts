import { cerebrasModels } from '../model-lists/compatible.ts'
import { defineCompatibleChat } from '../openai-compatible/define-chat-model.ts'
import { cerebras } from '../openai-compatible/vendors.ts'

export default defineCompatibleChat({
  ...cerebras,
  name: 'chatCerebras',
  label: 'ChatCerebras',
  version: 2,
  description: 'Chats with open models on Cerebras, at very high speed.',
  icon: 'cerebras.svg',
  models: cerebrasModels,
  defaultModel: 'gpt-oss-120b',
  documentation: 'https://inference-docs.cerebras.ai',
})
