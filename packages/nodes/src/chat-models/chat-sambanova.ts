import { sambanovaModels } from '../model-lists/compatible.ts'
import { defineCompatibleChat } from '../openai-compatible/define-chat-model.ts'
import { sambanova } from '../openai-compatible/vendors.ts'

export default defineCompatibleChat({
  ...sambanova,
  name: 'chatSambanova',
  label: 'ChatSambanova',
  version: 1,
  description: 'Chats with open models on SambaNova, at high speed.',
  icon: 'sambanova.svg',
  models: sambanovaModels,
  defaultModel: 'gpt-oss-120b',
  documentation: 'https://docs.sambanova.ai',
  aliases: [{ name: 'sambanova' }],
})
