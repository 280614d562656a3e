import { asyncOptions, datagrid, defineNode, number, options, string } from '@chatwright/core'
import { geminiModel } from '../google/chat-model.ts'
import { googleCredentials, googleEndpoint, googleKey, listGoogleModels } from '../google/endpoint.ts'
import { geminiModels } from '../model-lists/google.ts'
import { optionsOf } from '../model-lists/model-list.ts'
import { withCache } from '../model-values/cached-model.ts'
import * as fields from '../openai-compatible/chat-inputs.ts'

export default defineNode({
  name: 'chatGoogleGenerativeAI',
  label: 'ChatGoogleGenerativeAI',
  version: 3.1,
  category: 'Chat Models',
  description: 'Chats with Google Gemini models. Needs a key from AI Studio.',
  icon: 'google.svg',
  keywords: ['gemini', 'google', 'bard'],
  baseClasses: ['ChatGoogleGenerativeAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://ai.google.dev/gemini-api/docs',
  credential: googleCredentials,
  // PaLM is gone; its flows go on with Gemini, and their PaLM model names with the default model.
  aliases: [
    { name: 'chatGooglePaLM', inputs: { modelName: 'retiredModelName' } },
    { name: 'GooglePaLM', inputs: { modelName: 'retiredModelName' } },
  ],
  traits: { modelInput: 'customModelName' },
  inputs: {
    cache: fields.cache,
    modelName: asyncOptions('listModels', {
      destination: false,
      label: 'Model',
      default: 'gemini-flash-latest',
      freeSolo: true,
      description: "The model to use. With a credential, the list shows your account's models.",
    }),
    customModelName: string({
      destination: false,
      label: 'Custom model name',
      optional: true,
      additional: true,
      placeholder: 'gemini-flash-latest',
      description: 'A model name to use instead of the one above.',
    }),
    temperature: fields.temperature,
    streaming: fields.streaming,
    allowImageUploads: fields.allowImageUploads,
    thinkingBudget: number({
      destination: false,
      label: 'Thinking budget',
      step: 1,
      min: -1,
      optional: true,
      additional: true,
      description:
        'The token budget for thinking, for Gemini 2.5. Enter 0 to turn thinking off, -1 to let the model decide.',
    }),
    thinkingLevel: options({
      destination: false,
      label: 'Thinking level',
      optional: true,
      additional: true,
      description: 'How much the model thinks. For Gemini 3 and later.',
      options: [
        { label: 'Low', name: 'LOW' },
        { label: 'Medium', name: 'MEDIUM' },
        { label: 'High', name: 'HIGH' },
      ],
    }),
    maxOutputTokens: fields.maxTokens,
    topP: fields.topP,
    topK: number({
      destination: false,
      label: 'Top K',
      step: 1,
      min: 1,
      optional: true,
      additional: true,
      description: 'Only this many of the most likely tokens are considered.',
    }),
    safetySettings: datagrid({
      label: 'Safety settings',
      optional: true,
      additional: true,
      description: 'How strictly each category of harmful content is blocked.',
      datagrid: [
        {
          field: 'harmCategory',
          headerName: 'Harm category',
          type: 'singleSelect',
          editable: true,
          flex: 1,
          valueOptions: [
            'HARM_CATEGORY_DANGEROUS_CONTENT',
            'HARM_CATEGORY_HARASSMENT',
            'HARM_CATEGORY_HATE_SPEECH',
            'HARM_CATEGORY_SEXUALLY_EXPLICIT',
            'HARM_CATEGORY_CIVIC_INTEGRITY',
          ],
        },
        {
          field: 'harmBlockThreshold',
          headerName: 'Block from',
          type: 'singleSelect',
          editable: true,
          flex: 1,
          valueOptions: ['BLOCK_NONE', 'BLOCK_ONLY_HIGH', 'BLOCK_MEDIUM_AND_ABOVE', 'BLOCK_LOW_AND_ABOVE'],
        },
      ],
    }),
    baseUrl: { ...fields.basepath, label: 'Base URL' },
  },
  build({ inputs, credential, context }) {
    const modelName = inputs.customModelName ?? inputs.modelName
    const thinkingConfig = {
      ...(inputs.thinkingBudget !== undefined && { thinkingBudget: inputs.thinkingBudget }),
      ...(inputs.thinkingLevel && { thinkingLevel: inputs.thinkingLevel }),
    }
    const isThinking = Object.keys(thinkingConfig).length > 0 && inputs.thinkingBudget !== 0
    const generationConfig = {
      temperature: inputs.temperature,
      maxOutputTokens: inputs.maxOutputTokens,
      topP: inputs.topP,
      topK: inputs.topK,
      ...((isThinking || inputs.thinkingBudget === 0) && {
        thinkingConfig: { ...thinkingConfig, ...(isThinking && { includeThoughts: true }) },
      }),
    }
    const model = geminiModel({
      endpoint: googleEndpoint(credential, context, inputs.baseUrl),
      modelName,
      generationConfig,
      safetySettings: (inputs.safetySettings ?? []).map(safetySetting),
      isStreaming: inputs.streaming,
      canSeeImages: inputs.allowImageUploads,
    })
    return withCache(model, inputs.cache, generationConfig)
  },
  load: {
    listModels: ({ credential, context, signal }) =>
      googleKey(credential)
        ? listGoogleModels(googleEndpoint(credential, context), 'generateContent', signal)
        : optionsOf(geminiModels),
  },
})

/** Old flows keep both words in angle brackets. */
function safetySetting(row: Record<string, unknown>): object {
  const bare = (value: unknown): string => (typeof value === 'string' ? value.replaceAll(/[<>]/g, '') : '')
  return { category: bare(row.harmCategory), threshold: bare(row.harmBlockThreshold) }
}
