import { asyncOptions, boolean, defineNode, number, options } from '@chatwright/core'
import { anthropicModel } from '../anthropic/chat-model.ts'
import { anthropicEndpoint, listAnthropicModels } from '../anthropic/endpoint.ts'
import { takesSampling, thinksWithinBudget } from '../anthropic/model-traits.ts'
import { anthropicModels } from '../model-lists/anthropic.ts'
import { optionsOf } from '../model-lists/model-list.ts'
import { withCache } from '../model-values/cached-model.ts'
import * as fields from '../openai-compatible/chat-inputs.ts'

/** The vendor insists on a limit; this one fits every model still served. */
const defaultMaxTokens = 8192

export default defineNode({
  name: 'chatAnthropic',
  label: 'ChatAnthropic',
  version: 8,
  category: 'Chat Models',
  description: 'Chats with Anthropic Claude models.',
  icon: 'anthropic.svg',
  keywords: ['claude', 'anthropic', 'sonnet', 'opus', 'haiku'],
  baseClasses: ['ChatAnthropic', 'ChatAnthropicMessages', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://platform.claude.com/docs',
  credential: ['anthropicApi'],
  aliases: [{ name: 'chatAnthropic_LlamaIndex' }],
  traits: { modelInput: 'modelName' },
  inputs: {
    cache: fields.cache,
    modelName: asyncOptions('listModels', {
      destination: false,
      label: 'Model',
      default: 'claude-sonnet-5-5',
      freeSolo: true,
      description: "The model to use. With a credential, the list shows your account's models.",
    }),
    temperature: {
      ...fields.temperature,
      max: 1,
      description: 'Low for facts and code, high for variety. Models newer than Claude 4.6 set it themselves.',
    },
    streaming: fields.streaming,
    allowImageUploads: fields.allowImageUploads,
    extendedThinking: boolean({
      destination: false,
      label: 'Extended thinking',
      optional: true,
      additional: true,
      description: 'Let the model think before it answers, and show its thinking.',
    }),
    budgetTokens: number({
      destination: false,
      label: 'Thinking budget',
      step: 1,
      min: 1024,
      default: 1024,
      optional: true,
      additional: true,
      show: { extendedThinking: true },
      description: 'The token budget for thinking. Must be less than Max tokens. Only for models before Claude 4.6.',
    }),
    adaptiveThinking: boolean({
      destination: false,
      label: 'Adaptive thinking',
      default: false,
      optional: true,
      additional: true,
      description: 'Let the model decide how much to think. For Claude 4.6 and later.',
    }),
    thinkingEffort: options({
      destination: false,
      label: 'Thinking effort',
      optional: true,
      additional: true,
      show: { adaptiveThinking: true },
      options: [
        { label: 'Low', name: 'low' },
        { label: 'Medium', name: 'medium' },
        { label: 'High', name: 'high' },
        { label: 'Max', name: 'max' },
      ],
    }),
    maxTokensToSample: { ...fields.maxTokens, label: 'Max tokens' },
    topP: fields.topP,
    topK: number({
      destination: false,
      label: 'Top K',
      step: 1,
      min: 0,
      optional: true,
      additional: true,
      description: 'Only this many of the most likely tokens are considered.',
    }),
  },
  build({ inputs, credential, context }) {
    const wantsThinking = inputs.extendedThinking === true || inputs.adaptiveThinking
    const hasBudget = wantsThinking && thinksWithinBudget(inputs.modelName)
    const maxTokens = inputs.maxTokensToSample ?? defaultMaxTokens
    const parameters = {
      // Thinking counts as part of the answer, so the limit must leave room for both.
      max_tokens: hasBudget ? Math.max(maxTokens, inputs.budgetTokens + 1024) : maxTokens,
      ...(takesSampling(inputs.modelName) && !wantsThinking && samplingOf(inputs)),
      ...(wantsThinking && {
        thinking: hasBudget
          ? { type: 'enabled', budget_tokens: inputs.budgetTokens }
          : { type: 'adaptive', display: 'summarized' },
      }),
      ...(inputs.adaptiveThinking && inputs.thinkingEffort && { output_config: { effort: inputs.thinkingEffort } }),
    }
    const model = anthropicModel({
      endpoint: anthropicEndpoint(credential, context),
      modelName: inputs.modelName,
      parameters,
      isStreaming: inputs.streaming,
      canSeeImages: inputs.allowImageUploads,
    })
    return withCache(model, inputs.cache, parameters)
  },
  load: {
    listModels: ({ credential, context, signal }) =>
      credential.anthropicApiKey
        ? listAnthropicModels(anthropicEndpoint(credential, context), signal)
        : optionsOf(anthropicModels),
  },
})

/** The vendor takes a temperature or a top P, not both. */
function samplingOf(inputs: { temperature: number; topP: number | undefined; topK: number | undefined }): object {
  return inputs.topP === undefined
    ? { temperature: inputs.temperature, top_k: inputs.topK }
    : { top_p: inputs.topP, top_k: inputs.topK }
}
