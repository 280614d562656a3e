import { asyncOptions, boolean, defineNode, options } from '@chatwright/core'
import { defaultOpenAiModel, openAiChatModels } from '../model-lists/openai.ts'
import { withCache } from '../model-values/cached-model.ts'
import * as fields from '../openai-compatible/chat-inputs.ts'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { extraHeaders } from '../openai-compatible/extra-headers.ts'
import { listVendorModels } from '../openai-compatible/list-models.ts'
import { openAiModel } from '../openai-compatible/openai-model.ts'
import { isOpenAiChatModel } from '../openai-compatible/openai-parameters.ts'
import { openAi } from '../openai-compatible/openai-vendor.ts'
import { timeoutsFrom } from '../providers/endpoint.ts'

export default defineNode({
  name: 'chatOpenAI',
  label: 'ChatOpenAI',
  version: 8.3,
  category: 'Chat Models',
  description: 'Chats with OpenAI models, such as the GPT family.',
  icon: 'openai.svg',
  keywords: ['chat', 'chatgpt', 'gpt', 'openai', 'llm', 'model', 'gpt-4', 'gpt-4o', 'gpt-5', 'o3'],
  baseClasses: ['ChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://platform.openai.com/docs/models',
  credential: ['openAIApi'],
  aliases: [{ name: 'chatOpenAI_LlamaIndex' }],
  traits: { modelInput: 'modelName' },
  inputs: {
    cache: fields.cache,
    modelName: asyncOptions('listModels', {
      destination: false,
      label: 'Model',
      default: defaultOpenAiModel,
      freeSolo: true,
      description: "The model to use. With a credential, the list shows your account's models.",
    }),
    temperature: fields.temperature,
    streaming: fields.streaming,
    allowImageUploads: fields.allowImageUploads,
    reasoning: boolean({
      destination: false,
      label: 'Reasoning',
      default: false,
      optional: true,
      additional: true,
      description: 'How much a reasoning model thinks before it answers.',
    }),
    reasoningEffort: options({
      destination: false,
      label: 'Reasoning effort',
      optional: true,
      additional: true,
      show: { reasoning: true },
      options: [
        { label: 'None', name: 'none' },
        { label: 'Low', name: 'low' },
        { label: 'Medium', name: 'medium' },
        { label: 'High', name: 'high' },
        { label: 'Very high', name: 'xhigh' },
        { label: 'Highest', name: 'max' },
      ],
    }),
    reasoningSummary: options({
      destination: false,
      label: 'Reasoning summary',
      optional: true,
      additional: true,
      show: { reasoning: true },
      description: "Show a summary of the model's reasoning. OpenAI requires a verified account for this.",
      options: [
        { label: 'As the model likes', name: 'auto' },
        { label: 'Concise', name: 'concise' },
        { label: 'Detailed', name: 'detailed' },
      ],
    }),
    maxTokens: fields.maxTokens,
    topP: fields.topP,
    frequencyPenalty: fields.frequencyPenalty,
    presencePenalty: fields.presencePenalty,
    timeout: fields.timeout,
    strictToolCalling: boolean({
      destination: false,
      label: 'Strict tool calling',
      optional: true,
      additional: true,
      description: "Make the model follow each tool's schema exactly.",
    }),
    stopSequence: fields.stopSequence,
    basepath: fields.basepath,
    baseOptions: fields.baseOptions,
  },
  build({ inputs, credential, context }) {
    const endpoint = vendorEndpoint(openAi, { credential, context, address: inputs.basepath })
    const isOpenAi = !inputs.basepath
    const tuning = {
      modelName: inputs.modelName,
      temperature: inputs.temperature,
      maxTokens: inputs.maxTokens,
      topP: inputs.topP,
      frequencyPenalty: inputs.frequencyPenalty,
      presencePenalty: inputs.presencePenalty,
      stop: fields.stopList(inputs.stopSequence),
      reasoningEffort: inputs.reasoning ? inputs.reasoningEffort : undefined,
      reasoningSummary: inputs.reasoning ? inputs.reasoningSummary : undefined,
    }
    const model = openAiModel({
      ...tuning,
      endpoint: {
        ...endpoint,
        headers: { ...endpoint.headers, ...extraHeaders(inputs.baseOptions) },
        timeouts: timeoutsFrom(inputs.timeout),
      },
      isOpenAi,
      knowsNewNames: isOpenAi,
      isStreaming: inputs.streaming,
      canSeeImages: inputs.allowImageUploads,
      hasStrictTools: inputs.strictToolCalling ?? false,
      hasResponseSchema: true,
    })
    return withCache(model, inputs.cache, tuning)
  },
  load: {
    listModels: ({ inputs, credential, context, signal }) =>
      listVendorModels(openAi, {
        known: openAiChatModels,
        isWanted: isOpenAiChatModel,
        address: inputs.basepath,
        credential,
        context,
        signal,
      }),
  },
})
