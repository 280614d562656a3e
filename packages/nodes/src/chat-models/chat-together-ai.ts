import { togetherModels } from '../model-lists/compatible.ts'
import { defineCompatibleChat } from '../openai-compatible/define-chat-model.ts'
import { together } from '../openai-compatible/vendors.ts'

export default defineCompatibleChat({
  ...together,
  name: 'chatTogetherAI',
  label: 'ChatTogetherAI',
  version: 2,
  description: 'Chats with open models on Together AI.',
  icon: 'together.svg',
  models: togetherModels,
  defaultModel: 'meta-llama/Llama-3.3-70B-Instruct-Turbo',
  documentation: 'https://docs.together.ai/docs/serverless-models',
  aliases: [{ name: 'togetherAI' }, { name: 'chatTogetherAI_LlamaIndex' }],
})
