import { cometModels } from '../model-lists/compatible.ts'
import { defineCompatibleChat } from '../openai-compatible/define-chat-model.ts'
import { comet } from '../openai-compatible/vendors.ts'

export default defineCompatibleChat({
  ...comet,
  name: 'chatCometAPI',
  label: 'ChatComet',
  version: 1,
  description: 'Chats with models from many providers through CometAPI.',
  icon: 'comet.svg',
  models: cometModels,
  defaultModel: 'gpt-5-mini',
  documentation: 'https://www.cometapi.com',
  temperature: 0.7,
})
