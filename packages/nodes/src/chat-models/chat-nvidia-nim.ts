import { defineServerChat } from '../openai-compatible/define-server-chat.ts'
import { nvidiaNim } from '../openai-compatible/local-servers.ts'

export default defineServerChat({
  server: nvidiaNim,
  name: 'chatNvidiaNIM',
  label: 'Chat NVIDIA NIM',
  version: 1.1,
  description: 'Chats with models in NVIDIA NIM containers, hosted by NVIDIA or by you.',
  icon: 'nvidia.svg',
  baseClasses: ['ChatNvidiaNIM', 'ChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://docs.nvidia.com/nim',
  address: nvidiaNim.baseUrl,
  addressHelp: 'Enter the URL of the NIM inference API.',
  exampleModel: 'meta/llama-3.3-70b-instruct',
})
