import { number, string } from '@chatwright/core'
import * as fields from '../openai-compatible/chat-inputs.ts'

/** Inputs of the nodes that ask Hugging Face; names are those of existing flows. */
export const huggingFaceInputs = {
  cache: fields.cache,
  model: string({
    destination: false,
    label: 'Model',
    optional: true,
    default: 'meta-llama/Llama-3.1-8B-Instruct',
    placeholder: 'meta-llama/Llama-3.1-8B-Instruct',
    description: 'A model on huggingface.co that an inference provider serves.',
  }),
  endpoint: string({
    destination: true,
    label: 'Endpoint',
    optional: true,
    placeholder: 'https://xyz.eu-west-1.aws.endpoints.huggingface.cloud',
    description: 'Your own inference endpoint. Leave empty for the shared service.',
  }),
  temperature: { ...fields.temperature, additional: true },
  streaming: fields.streaming,
  maxTokens: fields.maxTokens,
  topP: fields.topP,
  hfTopK: number({
    destination: false,
    label: 'Top K',
    step: 1,
    min: 1,
    optional: true,
    additional: true,
    description: 'Only this many of the most likely tokens are considered.',
  }),
  frequencyPenalty: fields.frequencyPenalty,
}
