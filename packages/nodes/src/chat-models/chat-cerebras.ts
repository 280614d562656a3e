import { cerebrasModels } from '../model-lists/compatible.ts'
import { defineCompatibleChat } from '../openai-compatible/define-chat-model.ts'
import { cerebras } from '../openai-compatible/vendors.ts'

export default defineCompatibleChat({
  ...cerebras,
  name: 'chatCerebras',
  label: 'ChatCerebras',
  version: 2,
  description: 'Open models at very high speed, hosted by Cerebras.',
  icon: 'cerebras.svg',
  models: cerebrasModels,
  defaultModel: 'gpt-oss-120b',
  documentation: 'https://inference-docs.cerebras.ai',
})
