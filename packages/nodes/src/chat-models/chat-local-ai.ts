import { defineNode, string } from '@chatwright/core'
import * as fields from '../openai-compatible/chat-inputs.ts'
import { compatibleModel } from '../openai-compatible/define-chat-model.ts'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { localAi } from '../openai-compatible/local-servers.ts'

export default defineNode({
  name: 'chatLocalAI',
  label: 'ChatLocalAI',
  version: 3,
  category: 'Chat Models',
  description: 'Open models on your own machine, served by LocalAI.',
  icon: 'localai.svg',
  baseClasses: ['ChatLocalAI', 'BaseChatModel', 'LLM', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://localai.io',
  credential: { names: ['localAIApi'], optional: true },
  inputs: {
    cache: fields.cache,
    basePath: string({
      destination: true,
      label: 'Base path',
      placeholder: 'http://localhost:8080/v1',
      description: 'Where LocalAI listens.',
    }),
    modelName: string({ destination: false, label: 'Model name', placeholder: 'gpt4all-lora-quantized.bin' }),
    temperature: fields.temperature,
    streaming: fields.streaming,
    allowImageUploads: fields.allowImageUploads,
    maxTokens: fields.maxTokens,
    topP: fields.topP,
    timeout: fields.timeout,
  },
  example: { basePath: 'http://localhost:8080/v1', modelName: 'gpt4all' },
  build: ({ inputs, credential, context }) =>
    compatibleModel(
      vendorEndpoint(localAi, { credential, context, address: inputs.basePath, addressField: 'basePath' }),
      inputs,
    ),
})
