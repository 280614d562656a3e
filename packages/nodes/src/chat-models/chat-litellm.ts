import { defineServerChat } from '../openai-compatible/define-server-chat.ts'
import { liteLlm } from '../openai-compatible/local-servers.ts'

export default defineServerChat({
  server: liteLlm,
  name: 'chatLitellm',
  label: 'ChatLiteLLM',
  version: 2,
  description: 'Chats with models from many providers through a LiteLLM proxy.',
  icon: 'litellm.svg',
  keywords: ['gateway', 'proxy'],
  baseClasses: ['ChatLitellm', 'ChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://docs.litellm.ai',
  address: 'http://localhost:4000',
  addressHelp: "Enter the proxy's URL.",
  exampleModel: 'gpt-4o-mini',
})
