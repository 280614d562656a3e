import { deepseekModels } from '../model-lists/compatible.ts'
import { defineCompatibleChat } from '../openai-compatible/define-chat-model.ts'
import { deepseek } from '../openai-compatible/vendors.ts'

export default defineCompatibleChat({
  ...deepseek,
  name: 'chatDeepseek',
  label: 'ChatDeepseek',
  version: 1,
  description: 'Chats with DeepSeek chat and reasoning models.',
  icon: 'deepseek.svg',
  models: deepseekModels,
  defaultModel: 'deepseek-flash',
  temperature: 0.7,
  documentation: 'https://api-docs.deepseek.com',
})
