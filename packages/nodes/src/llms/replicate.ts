import { defineNode, json, number, string } from '@chatwright/core'
import { withCache } from '../model-values/cached-model.ts'
import * as fields from '../openai-compatible/chat-inputs.ts'
import { replicateEndpoint, replicateModel } from '../replicate/replicate-model.ts'

export default defineNode({
  name: 'replicate',
  label: 'Replicate',
  version: 2,
  category: 'LLMs',
  description: 'Runs any language model on Replicate.',
  icon: 'replicate.svg',
  baseClasses: ['Replicate', 'BaseChatModel', 'LLM', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://replicate.com/collections/language-models',
  credential: ['replicateApi'],
  traits: { modelInput: 'model' },
  inputs: {
    cache: fields.cache,
    model: string({
      destination: false,
      label: 'Model',
      placeholder: 'meta/meta-llama-3-8b-instruct',
      description: 'The owner and name, such as meta/llama-3. Add a version after a colon if you need one.',
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
      description: 'Above 1, repetition becomes less likely.',
    }),
    additionalInputs: json({
      destination: false,
      label: 'More inputs',
      optional: true,
      additional: true,
      description: 'A JSON object of inputs only this model has. Its page on Replicate lists them.',
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
