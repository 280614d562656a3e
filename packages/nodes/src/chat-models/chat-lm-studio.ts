import { asyncOptions, defineNode, string } from '@chatwright/core'
import * as fields from '../openai-compatible/chat-inputs.ts'
import { compatibleModel } from '../openai-compatible/define-chat-model.ts'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { listModels } from '../openai-compatible/list-models.ts'
import { lmStudio } from '../openai-compatible/local-servers.ts'

export default defineNode({
  name: 'chatLMStudio',
  label: 'ChatLMStudio',
  version: 1,
  category: 'Chat Models',
  description: 'Chats with open models on your own machine through LM Studio.',
  icon: 'lmstudio.svg',
  baseClasses: ['ChatLMStudio', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://lmstudio.ai/docs',
  traits: { modelInput: 'modelName' },
  inputs: {
    cache: fields.cache,
    basePath: string({
      destination: true,
      label: 'Base path',
      default: lmStudio.baseUrl,
      description: "The address of LM Studio's local server. Start it on the Developer tab.",
    }),
    modelName: asyncOptions('listModels', {
      destination: false,
      label: 'Model',
      freeSolo: true,
      description: 'A model that LM Studio has downloaded.',
    }),
    temperature: fields.temperature,
    streaming: fields.streaming,
    allowImageUploads: fields.allowImageUploads,
    maxTokens: fields.maxTokens,
    topP: fields.topP,
    stopSequence: fields.stopSequence,
    timeout: fields.timeout,
  },
  example: { modelName: 'qwen2.5-7b-instruct' },
  build: ({ inputs, credential, context }) =>
    compatibleModel(
      vendorEndpoint(lmStudio, { credential, context, address: inputs.basePath, addressField: 'basePath' }),
      inputs,
      { hasResponseSchema: true },
    ),
  load: {
    listModels: ({ inputs, credential, context, signal }) => {
      const address = typeof inputs.basePath === 'string' && inputs.basePath ? inputs.basePath : lmStudio.baseUrl
      const endpoint = vendorEndpoint(lmStudio, { credential, context, address, addressField: 'basePath' })
      return listModels(endpoint, signal, (id) => !id.includes('embed'))
    },
  },
})
