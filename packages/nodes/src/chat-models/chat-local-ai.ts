import { defineServerChat } from '../openai-compatible/define-server-chat.ts'
import { localAi } from '../openai-compatible/local-servers.ts'

export default defineServerChat({
  server: localAi,
  name: 'chatLocalAI',
  label: 'ChatLocalAI',
  version: 3,
  description: 'Chats with open models on your own machine through LocalAI.',
  icon: 'localai.svg',
  baseClasses: ['ChatLocalAI', 'BaseChatModel', 'LLM', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://localai.io',
  address: 'http://localhost:8080/v1',
  addressHelp: 'The address of the LocalAI server.',
  exampleModel: 'gpt4all-lora-quantized.bin',
})
