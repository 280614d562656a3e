import { groqModels } from '../model-lists/compatible.ts'
import { defineCompatibleChat } from '../openai-compatible/define-chat-model.ts'
import { groq } from '../openai-compatible/vendors.ts'

export default defineCompatibleChat({
  ...groq,
  name: 'groqChat',
  label: 'GroqChat',
  version: 4,
  description: 'Chats with open models on Groq, at high speed.',
  icon: 'groq.svg',
  aliases: [{ name: 'chatGroq_LlamaIndex' }],
  models: groqModels,
  defaultModel: 'openai/gpt-oss-120b',
  documentation: 'https://console.groq.com/docs/models',
  isChatModel: (id) => !/whisper|tts|guard/.test(id),
})
