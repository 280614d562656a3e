import { defineNode, json, number, string } from '@chatwright/core'
import { withCache } from '../model-values/cached-model.ts'
import * as fields from '../openai-compatible/chat-inputs.ts'
import { replicateEndpoint, replicateModel } from '../replicate/replicate-model.ts'

export default defineNode({
  name: 'replicate',
  label: 'Replicate',
  version: 2,
  category: 'LLMs',
  description: 'Any language model on Replicate, run by its name.',
  icon: 'replicate.svg',
  baseClasses: ['Replicate', 'BaseChatModel', 'LLM', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://replicate.com/collections/language-models',
  credential: ['replicateApi'],
  inputs: {
    cache: fields.cache,
    model: string({
      destination: false,
      label: 'Model',
      placeholder: 'meta/meta-llama-3-8b-instruct',
      description: 'The owner and the name, with or without a version after a colon.',
    }),
    temperature: { ...fields.temperature, default: 0.7 },
    maxTokens: fields.maxTokens,
    topP: fields.topP,
    repetitionPenalty: number({
      destination: false,
      label: 'Repetition penalty',
      step: 0.1,
      optional: true,
      additional: true,
      description: 'Above one, repetition becomes less likely.',
    }),
    additionalInputs: json({
      destination: false,
      label: 'More inputs',
      optional: true,
      additional: true,
      description: 'Inputs that this model alone knows, as its page describes them.',
    }),
  },
  example: { model: 'meta/meta-llama-3-8b-instruct' },
  build({ inputs, credential, context }) {
    const input = {
      temperature: inputs.temperature,
      max_tokens: inputs.maxTokens,
      top_p: inputs.topP,
      repetition_penalty: inputs.repetitionPenalty,
      ...inputs.additionalInputs,
    }
    const model = replicateModel({ endpoint: replicateEndpoint(credential, context), model: inputs.model, input })
    return withCache(model, inputs.cache, input)
  },
})
