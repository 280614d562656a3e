import { perplexityModels } from '../model-lists/compatible.ts'
import { defineCompatibleChat } from '../openai-compatible/define-chat-model.ts'
import { perplexity } from '../openai-compatible/vendors.ts'

export default defineCompatibleChat({
  ...perplexity,
  name: 'chatPerplexity',
  label: 'ChatPerplexity',
  version: 1,
  description: 'Chats with Perplexity models that search the web while they answer.',
  icon: 'perplexity.svg',
  models: perplexityModels,
  defaultModel: 'sonar',
  // This vendor sends the usage unasked.
  reportsUsage: false,
  canCallTools: false,
  documentation: 'https://docs.perplexity.ai',
})
