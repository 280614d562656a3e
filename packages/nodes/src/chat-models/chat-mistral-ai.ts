import { asyncOptions, boolean, defineNode, number } from '@chatwright/core'
import { mistralModels } from '../model-lists/compatible.ts'
import * as fields from '../openai-compatible/chat-inputs.ts'
import { compatibleModel } from '../openai-compatible/define-chat-model.ts'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { listVendorModels } from '../openai-compatible/list-models.ts'
import { mistral } from '../openai-compatible/vendors.ts'

export default defineNode({
  name: 'chatMistralAI',
  label: 'ChatMistralAI',
  version: 4,
  category: 'Chat Models',
  description: 'Chats with Mistral models.',
  icon: 'mistral.svg',
  keywords: ['mistral'],
  baseClasses: ['ChatMistralAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://docs.mistral.ai/getting-started/models',
  credential: ['mistralAIApi'],
  aliases: [{ name: 'chatMistral_LlamaIndex' }],
  traits: { modelInput: 'modelName' },
  inputs: {
    cache: fields.cache,
    modelName: asyncOptions('listModels', {
      destination: false,
      label: 'Model',
      default: 'mistral-small-latest',
      freeSolo: true,
      description: "The model to use. With a credential, the list shows your account's models.",
    }),
    temperature: fields.temperature,
    streaming: fields.streaming,
    allowImageUploads: fields.allowImageUploads,
    maxOutputTokens: fields.maxTokens,
    topP: fields.topP,
    randomSeed: number({
      destination: false,
      label: 'Random seed',
      step: 1,
      optional: true,
      additional: true,
      description: 'A number that makes answers repeatable: the same seed and question give the same answer.',
    }),
    safeMode: boolean({
      destination: false,
      label: 'Safe mode',
      optional: true,
      additional: true,
      description: "Adds the provider's safety prompt before the conversation.",
    }),
    overrideEndpoint: { ...fields.basepath, label: 'Override endpoint' },
  },
  build({ inputs, credential, context }) {
    const endpoint = vendorEndpoint(mistral, {
      credential,
      context,
      address: inputs.overrideEndpoint && withVersion(inputs.overrideEndpoint),
      addressField: 'overrideEndpoint',
    })
    return compatibleModel(
      endpoint,
      { ...inputs, maxTokens: inputs.maxOutputTokens },
      {
        // This vendor sends the usage unasked, and refuses the option that asks.
        reportsUsage: false,
        hasResponseSchema: true,
        extraParameters: { random_seed: inputs.randomSeed, safe_prompt: inputs.safeMode },
      },
    )
  },
  load: {
    listModels: ({ credential, context, signal }) =>
      listVendorModels(mistral, {
        known: mistralModels,
        isWanted: (id) => !/embed|ocr|moderation|transcribe/.test(id),
        credential,
        context,
        signal,
      }),
  },
})

/** Old flows hold the bare host. */
function withVersion(address: string): string {
  return /\/v\d+\/?$/.test(address) ? address : `${address.replace(/(?<!\/)\/+$/, '')}/v1`
}
