import { asyncOptions, boolean, defineNode, options } from '@chatwright/core'
import { azureDeployment } from '../azure/endpoint.ts'
import { optionsOf } from '../model-lists/model-list.ts'
import { openAiChatModels } from '../model-lists/openai.ts'
import { withCache } from '../model-values/cached-model.ts'
import * as fields from '../openai-compatible/chat-inputs.ts'
import { extraHeaders } from '../openai-compatible/extra-headers.ts'
import { openAiModel } from '../openai-compatible/openai-model.ts'
import { timeoutsFrom } from '../providers/endpoint.ts'

export default defineNode({
  name: 'azureChatOpenAI',
  label: 'Azure ChatOpenAI',
  version: 7.1,
  category: 'Chat Models',
  description: 'Chats with OpenAI models in your Azure resource.',
  icon: 'azure.svg',
  keywords: ['azure'],
  baseClasses: ['AzureChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://learn.microsoft.com/azure/ai-services/openai',
  credential: ['azureOpenAIApi'],
  aliases: [{ name: 'azureOpenAI' }, { name: 'azureChatOpenAI_LlamaIndex' }],
  traits: { modelInput: 'modelName' },
  inputs: {
    cache: fields.cache,
    modelName: asyncOptions('listModels', {
      destination: false,
      label: 'Model',
      default: 'gpt-4o-mini',
      freeSolo: true,
      description: 'The model behind your deployment. The credential names the deployment.',
    }),
    temperature: fields.temperature,
    maxTokens: fields.maxTokens,
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
        { label: 'Low', name: 'low' },
        { label: 'Medium', name: 'medium' },
        { label: 'High', name: 'high' },
      ],
    }),
    topP: fields.topP,
    frequencyPenalty: fields.frequencyPenalty,
    presencePenalty: fields.presencePenalty,
    timeout: fields.timeout,
    basepath: fields.basepath,
    baseOptions: fields.baseOptions,
  },
  build({ inputs, credential, context }) {
    const { endpoint, pathOf, isCurrentVersion } = azureDeployment(credential, context, inputs.basepath)
    const tuning = {
      modelName: inputs.modelName,
      temperature: inputs.temperature,
      maxTokens: inputs.maxTokens,
      topP: inputs.topP,
      frequencyPenalty: inputs.frequencyPenalty,
      presencePenalty: inputs.presencePenalty,
      reasoningEffort: inputs.reasoning ? inputs.reasoningEffort : undefined,
    }
    const model = openAiModel({
      ...tuning,
      endpoint: {
        ...endpoint,
        headers: { ...endpoint.headers, ...extraHeaders(inputs.baseOptions) },
        timeouts: timeoutsFrom(inputs.timeout),
      },
      path: pathOf('chat/completions'),
      isOpenAi: false,
      knowsNewNames: isCurrentVersion,
      isStreaming: inputs.streaming,
      canSeeImages: inputs.allowImageUploads,
      reportsUsage: isCurrentVersion,
      hasResponseSchema: isCurrentVersion,
    })
    return withCache(model, inputs.cache, tuning)
  },
  load: { listModels: () => optionsOf(openAiChatModels) },
})
