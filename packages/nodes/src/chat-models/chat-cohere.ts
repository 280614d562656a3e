import { cohereModels } from '../model-lists/compatible.ts'
import { defineCompatibleChat } from '../openai-compatible/define-chat-model.ts'
import { cohere } from '../openai-compatible/vendors.ts'

export default defineCompatibleChat({
  ...cohere,
  name: 'chatCohere',
  label: 'ChatCohere',
  version: 2,
  description: 'Chats with Cohere Command models.',
  icon: 'cohere.svg',
  models: cohereModels,
  defaultModel: 'command-a-03-2025',
  temperature: 0.7,
  documentation: 'https://docs.cohere.com',
  aliases: [{ name: 'cohere' }],
  isChatModel: (id) => id.startsWith('command') || id.startsWith('c4ai'),
})
