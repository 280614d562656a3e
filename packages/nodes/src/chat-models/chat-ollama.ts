import { asyncOptions, boolean, defineNode, number, string } from '@chatwright/core'
import { withCache } from '../model-values/cached-model.ts'
import { ollamaModel } from '../ollama/chat-model.ts'
import { defaultOllamaUrl, listOllamaModels, ollamaEndpoint } from '../ollama/endpoint.ts'
import * as fields from '../openai-compatible/chat-inputs.ts'

const tuning = (label: string, description: string, step = 1) =>
  number({ destination: false, label, description, step, optional: true, additional: true })

export default defineNode({
  name: 'chatOllama',
  label: 'ChatOllama',
  version: 5,
  category: 'Chat Models',
  description: 'Open models on your own machine, served by Ollama.',
  icon: 'ollama.svg',
  keywords: ['ollama', 'local', 'llama', 'local model', 'offline'],
  baseClasses: ['ChatOllama', 'SimpleChatModel', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://ollama.com/library',
  credential: { names: ['ollamaApi'], optional: true },
  aliases: [{ name: 'ollama' }],
  inputs: {
    cache: fields.cache,
    baseUrl: string({
      destination: true,
      label: 'Base URL',
      default: defaultOllamaUrl,
      description: 'Where Ollama listens.',
    }),
    modelName: asyncOptions('listModels', {
      destination: false,
      label: 'Model',
      freeSolo: true,
      placeholder: 'llama3.2',
      description: 'One of the models installed there; get more with "ollama pull".',
    }),
    temperature: fields.temperature,
    streaming: fields.streaming,
    allowImageUploads: fields.allowImageUploads,
    think: boolean({
      destination: false,
      label: 'Think',
      default: false,
      optional: true,
      description: 'Let a reasoning model think first, and show its thinking.',
    }),
    jsonMode: boolean({
      destination: false,
      label: 'JSON mode',
      optional: true,
      additional: true,
      description: 'The answer is always JSON; also ask for it in the prompt.',
    }),
    keepAlive: string({
      destination: false,
      label: 'Keep alive',
      default: '5m',
      optional: true,
      additional: true,
      description: 'How long the model stays loaded after an answer.',
    }),
    topP: fields.topP,
    topK: tuning('Top K', 'Considers only this many of the most likely tokens.'),
    mirostat: tuning('Mirostat', 'Another way of sampling that holds perplexity steady: 0 off, 1 or 2.'),
    mirostatEta: tuning('Mirostat eta', 'How fast Mirostat adapts.', 0.1),
    mirostatTau: tuning('Mirostat tau', 'Lower is more focused.', 0.1),
    numCtx: tuning('Context window', 'How many tokens the model reads at most.'),
    numGpu: tuning('GPU layers', 'How many layers run on the graphics card.'),
    numThread: tuning('Threads', 'How many processor threads to use.'),
    repeatLastN: tuning('Repeat last N', 'How far to look back to avoid repetition.'),
    repeatPenalty: tuning('Repeat penalty', 'How strongly to avoid repetition.', 0.1),
    stop: { ...fields.stopSequence, label: 'Stop sequences' },
    tfsZ: tuning('TFS Z', 'Tail-free sampling: 1 turns it off.', 0.1),
  },
  example: { modelName: 'llama3.2' },
  build({ inputs, credential, context }) {
    const options = {
      temperature: inputs.temperature,
      top_p: inputs.topP,
      top_k: inputs.topK,
      mirostat: inputs.mirostat,
      mirostat_eta: inputs.mirostatEta,
      mirostat_tau: inputs.mirostatTau,
      num_ctx: inputs.numCtx,
      num_gpu: inputs.numGpu,
      num_thread: inputs.numThread,
      repeat_last_n: inputs.repeatLastN,
      repeat_penalty: inputs.repeatPenalty,
      stop: fields.stopList(inputs.stop),
      tfs_z: inputs.tfsZ,
    }
    const model = ollamaModel({
      endpoint: ollamaEndpoint(inputs.baseUrl, { credential, context }),
      modelName: inputs.modelName,
      options,
      keepAlive: inputs.keepAlive,
      isThinking: inputs.think,
      isJson: inputs.jsonMode ?? false,
      isStreaming: inputs.streaming,
      canSeeImages: inputs.allowImageUploads,
    })
    return withCache(model, inputs.cache, options)
  },
  load: {
    listModels: ({ inputs, credential, context, signal }) => {
      const address = typeof inputs.baseUrl === 'string' && inputs.baseUrl ? inputs.baseUrl : defaultOllamaUrl
      return listOllamaModels(ollamaEndpoint(address, { credential, context }), signal)
    },
  },
})
