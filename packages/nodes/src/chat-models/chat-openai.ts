import { asyncOptions, boolean, defineNode, options } from '@chatwright/core'
import { openAiChatModels } from '../model-lists/openai.ts'
import { withCache } from '../model-values/cached-model.ts'
import * as fields from '../openai-compatible/chat-inputs.ts'
import { chatModel } from '../openai-compatible/chat-model.ts'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { extraHeaders } from '../openai-compatible/extra-headers.ts'
import { listVendorModels } from '../openai-compatible/list-models.ts'
import { isOpenAiChatModel, openAiParameters } from '../openai-compatible/openai-parameters.ts'
import { openAi } from '../openai-compatible/openai-vendor.ts'
import { timeoutsFrom } from '../providers/endpoint.ts'

export default defineNode({
  name: 'chatOpenAI',
  label: 'ChatOpenAI',
  version: 8.3,
  category: 'Chat Models',
  description: 'Chat models of OpenAI, such as the GPT family.',
  icon: 'openai.svg',
  baseClasses: ['ChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://platform.openai.com/docs/models',
  credential: ['openAIApi'],
  inputs: {
    cache: fields.cache,
    modelName: asyncOptions('listModels', {
      label: 'Model',
      default: 'gpt-4o-mini',
      freeSolo: true,
      description: 'With a credential, the list comes from your account.',
    }),
    temperature: fields.temperature,
    streaming: fields.streaming,
    allowImageUploads: fields.allowImageUploads,
    reasoning: boolean({
      label: 'Reasoning',
      default: false,
      optional: true,
      additional: true,
      description: 'Choose how hard a reasoning model thinks before it answers.',
    }),
    reasoningEffort: options({
      label: 'Reasoning effort',
      optional: true,
      additional: true,
      show: { reasoning: true },
      options: [
        { label: 'Low', name: 'low' },
        { label: 'Medium', name: 'medium' },
        { label: 'High', name: 'high' },
        { label: 'Very high', name: 'xhigh' },
      ],
    }),
    maxTokens: fields.maxTokens,
    topP: fields.topP,
    frequencyPenalty: fields.frequencyPenalty,
    presencePenalty: fields.presencePenalty,
    timeout: fields.timeout,
    strictToolCalling: boolean({
      label: 'Strict tool calling',
      optional: true,
      additional: true,
      description: 'Hold the model to the exact schema of each tool.',
    }),
    stopSequence: fields.stopSequence,
    basepath: fields.basepath,
    baseOptions: fields.baseOptions,
  },
  build({ inputs, credential, context }) {
    const endpoint = vendorEndpoint(openAi, { credential, context, address: inputs.basepath })
    const parameters = openAiParameters(
      {
        ...inputs,
        stop: fields.stopList(inputs.stopSequence),
        reasoningEffort: inputs.reasoning ? inputs.reasoningEffort : undefined,
      },
      { isOpenAi: !inputs.basepath },
    )
    const model = chatModel({
      endpoint: {
        ...endpoint,
        headers: { ...endpoint.headers, ...extraHeaders(inputs.baseOptions) },
        timeouts: timeoutsFrom(inputs.timeout),
      },
      modelName: inputs.modelName,
      parameters,
      isStreaming: inputs.streaming,
      canSeeImages: inputs.allowImageUploads,
      hasStrictTools: inputs.strictToolCalling ?? false,
      hasResponseSchema: true,
    })
    return withCache(model, inputs.cache, parameters)
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
