import { asyncOptions, defineNode, number } from '@chatwright/core'
import { optionsOf } from '../model-lists/model-list.ts'
import { openAiCompletionModels } from '../model-lists/openai.ts'
import { withCache } from '../model-values/cached-model.ts'
import * as fields from '../openai-compatible/chat-inputs.ts'
import { completionModel } from '../openai-compatible/completion-model.ts'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { extraHeaders } from '../openai-compatible/extra-headers.ts'
import { openAi } from '../openai-compatible/openai-vendor.ts'
import { timeoutsFrom } from '../providers/endpoint.ts'

export default defineNode({
  name: 'openAI',
  label: 'OpenAI',
  version: 4,
  category: 'LLMs',
  description: 'Completion models of OpenAI, which continue one text; for chats take a chat model.',
  icon: 'openai.svg',
  baseClasses: ['OpenAI', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://platform.openai.com/docs/models',
  credential: ['openAIApi'],
  inputs: {
    cache: fields.cache,
    modelName: asyncOptions('listModels', { label: 'Model', default: 'gpt-3.5-turbo-instruct', freeSolo: true }),
    temperature: { ...fields.temperature, default: 0.7 },
    maxTokens: fields.maxTokens,
    topP: fields.topP,
    bestOf: number({
      label: 'Best of',
      step: 1,
      min: 1,
      optional: true,
      additional: true,
      description: 'Writes this many answers and keeps the best; above one, the answer comes whole.',
    }),
    frequencyPenalty: fields.frequencyPenalty,
    presencePenalty: fields.presencePenalty,
    timeout: fields.timeout,
    basepath: fields.basepath,
    baseOptions: fields.baseOptions,
  },
  build({ inputs, credential, context }) {
    const endpoint = vendorEndpoint(openAi, { credential, context, address: inputs.basepath })
    const parameters = {
      temperature: inputs.temperature,
      // The vendor's own limit is 16 tokens, which is never what anybody means.
      max_tokens: inputs.maxTokens ?? 512,
      top_p: inputs.topP,
      best_of: inputs.bestOf,
      frequency_penalty: inputs.frequencyPenalty,
      presence_penalty: inputs.presencePenalty,
    }
    const model = completionModel({
      endpoint: {
        ...endpoint,
        headers: { ...endpoint.headers, ...extraHeaders(inputs.baseOptions) },
        timeouts: timeoutsFrom(inputs.timeout),
      },
      modelName: inputs.modelName,
      parameters,
      isStreaming: (inputs.bestOf ?? 1) === 1,
    })
    return withCache(model, inputs.cache, parameters)
  },
  load: { listModels: () => optionsOf(openAiCompletionModels) },
})
