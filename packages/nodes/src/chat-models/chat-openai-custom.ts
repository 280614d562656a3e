import { defineNode, string } from '@chatwright/core'
import * as fields from '../openai-compatible/chat-inputs.ts'
import { compatibleModel } from '../openai-compatible/define-chat-model.ts'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { openAi } from '../openai-compatible/openai-vendor.ts'

export default defineNode({
  name: 'chatOpenAICustom',
  label: 'ChatOpenAI Custom',
  version: 4,
  category: 'Chat Models',
  description: 'Chats with any OpenAI-compatible server, such as vLLM, llama.cpp or a gateway.',
  icon: 'custom-endpoint.svg',
  keywords: ['openai custom', 'compatible', 'vllm', 'llama.cpp', 'own server', 'base url'],
  baseClasses: ['ChatOpenAI-Custom', 'ChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: { names: ['openAIApi'], optional: true },
  traits: { modelInput: 'modelName' },
  inputs: {
    cache: fields.cache,
    basepath: string({
      destination: true,
      label: 'Base path',
      optional: true,
      placeholder: 'http://localhost:8000/v1',
      description: "The server's URL, including /v1. Leave empty for OpenAI.",
    }),
    modelName: string({
      destination: false,
      label: 'Model name',
      placeholder: 'qwen2.5-7b-instruct',
      description: "The model's name on the server. Fine-tuned OpenAI models start with ft:.",
    }),
    temperature: fields.temperature,
    streaming: fields.streaming,
    allowImageUploads: fields.allowImageUploads,
    maxTokens: fields.maxTokens,
    topP: fields.topP,
    frequencyPenalty: fields.frequencyPenalty,
    presencePenalty: fields.presencePenalty,
    timeout: fields.timeout,
    baseOptions: fields.baseOptions,
  },
  example: { modelName: 'my-model', basepath: 'http://localhost:8000/v1' },
  build: ({ inputs, credential, context }) =>
    compatibleModel(
      vendorEndpoint(vendorAt(inputs.basepath), { credential, context, address: inputs.basepath }),
      inputs,
    ),
})

/** Errors should name the server that was asked, which is OpenAI only when no address was given. */
function vendorAt(address: string | undefined): typeof openAi {
  return address ? { ...openAi, vendor: 'The model server' } : openAi
}
