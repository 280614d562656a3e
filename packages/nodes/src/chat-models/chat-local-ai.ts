import { defineServerChat } from '../openai-compatible/define-server-chat.ts'
import { localAi } from '../openai-compatible/local-servers.ts'

export default defineServerChat({
  server: localAi,
  name: 'chatLocalAI',
  label: 'ChatLocalAI',
  version: 3,
  description: 'Open models on your own machine, served by LocalAI.',
  icon: 'localai.svg',
  baseClasses: ['ChatLocalAI', 'BaseChatModel', 'LLM', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://localai.io',
  address: 'http://localhost:8080/v1',
  addressHelp: 'Where LocalAI listens.',
  exampleModel: 'gpt4all-lora-quantized.bin',
})
