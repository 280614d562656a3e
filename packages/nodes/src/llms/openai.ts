import { asyncOptions, defineNode, number } from '@chatwright/core'
import { optionsOf } from '../model-lists/model-list.ts'
import { defaultOpenAiModel, openAiChatModels } from '../model-lists/openai.ts'
import { withCache } from '../model-values/cached-model.ts'
import * as fields from '../openai-compatible/chat-inputs.ts'
import { completionModel } from '../openai-compatible/completion-model.ts'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { extraHeaders } from '../openai-compatible/extra-headers.ts'
import { openAiModel } from '../openai-compatible/openai-model.ts'
import { openAi } from '../openai-compatible/openai-vendor.ts'
import { timeoutsFrom } from '../providers/endpoint.ts'

export default defineNode({
  name: 'openAI',
  label: 'OpenAI',
  version: 4,
  category: 'LLMs',
  description:
    'Completes text with an OpenAI-compatible server. OpenAI has retired its completion models, so its chat models answer instead.',
  icon: 'openai.svg',
  baseClasses: ['OpenAI', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://platform.openai.com/docs/models',
  credential: ['openAIApi'],
  traits: { modelInput: 'modelName' },
  inputs: {
    cache: fields.cache,
    modelName: asyncOptions('listModels', {
      destination: false,
      label: 'Model',
      default: defaultOpenAiModel,
      freeSolo: true,
    }),
    temperature: { ...fields.temperature, default: 0.7 },
    maxTokens: fields.maxTokens,
    topP: fields.topP,
    bestOf: number({
      destination: false,
      label: 'Best of',
      step: 1,
      min: 1,
      optional: true,
      additional: true,
      description: "Writes this many answers and keeps the best. Above 1, the answer isn't streamed.",
    }),
    frequencyPenalty: fields.frequencyPenalty,
    presencePenalty: fields.presencePenalty,
    timeout: fields.timeout,
    basepath: fields.basepath,
    baseOptions: fields.baseOptions,
  },
  build({ inputs, credential, context }) {
    const place = vendorEndpoint(openAi, { credential, context, address: inputs.basepath })
    const endpoint = {
      ...place,
      headers: { ...place.headers, ...extraHeaders(inputs.baseOptions) },
      timeouts: timeoutsFrom(inputs.timeout),
    }
    const { modelName, cache } = inputs
    if (!inputs.basepath && !continuesText(modelName)) {
      const chat = openAiModel({ ...inputs, endpoint, isOpenAi: true, knowsNewNames: true, isStreaming: true })
      return withCache({ ...chat, style: 'completion' }, cache, { ...inputs, cache: undefined })
    }
    const parameters = {
      temperature: inputs.temperature,
      // The vendor's own limit is 16 tokens, which is never what anybody means.
      max_tokens: inputs.maxTokens ?? 512,
      top_p: inputs.topP,
      best_of: inputs.bestOf,
      frequency_penalty: inputs.frequencyPenalty,
      presence_penalty: inputs.presencePenalty,
    }
    const isStreaming = (inputs.bestOf ?? 1) === 1
    return withCache(completionModel({ endpoint, modelName, parameters, isStreaming }), cache, parameters)
  },
  load: { listModels: () => optionsOf(openAiChatModels) },
})

/** The names of models made to continue a text, of any age. */
function continuesText(modelName: string): boolean {
  return /instruct|davinci|babbage|curie|ada-\d/.test(modelName)
}
