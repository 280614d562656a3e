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
  description: 'Chats with open models on your own machine through Ollama.',
  icon: 'ollama.svg',
  keywords: ['ollama', 'local', 'llama', 'local model', 'offline'],
  baseClasses: ['ChatOllama', 'SimpleChatModel', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://ollama.com/library',
  credential: { names: ['ollamaApi'], optional: true },
  aliases: [{ name: 'ollama' }, { name: 'chatOllama_LlamaIndex' }],
  traits: { modelInput: 'modelName' },
  inputs: {
    cache: fields.cache,
    baseUrl: string({
      destination: true,
      label: 'Base URL',
      default: defaultOllamaUrl,
      description: 'The address of the Ollama server.',
    }),
    modelName: asyncOptions('listModels', {
      destination: false,
      label: 'Model',
      freeSolo: true,
      placeholder: 'llama3.2',
      description: 'An installed model. Run "ollama pull" to install more.',
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
      description: 'Always answer in JSON. Ask for JSON in the prompt too.',
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
    topK: tuning('Top K', 'Only this many of the most likely tokens are considered.'),
    mirostat: tuning('Mirostat', 'Mirostat sampling, which keeps perplexity steady. Enter 0 for off, 1 or 2.'),
    mirostatEta: tuning('Mirostat eta', 'How fast Mirostat adapts.', 0.1),
    mirostatTau: tuning('Mirostat tau', 'Lower is more focused.', 0.1),
    numCtx: tuning('Context window', 'The maximum number of tokens the model reads.'),
    numGpu: tuning('GPU layers', 'The number of layers that run on the GPU.'),
    numThread: tuning('Threads', 'The number of CPU threads.'),
    repeatLastN: tuning('Repeat last N', 'How far to look back to avoid repetition.'),
    repeatPenalty: tuning('Repeat penalty', 'How strongly to avoid repetition.', 0.1),
    stop: { ...fields.stopSequence, label: 'Stop sequences' },
    tfsZ: tuning('TFS Z', 'Tail-free sampling. Enter 1 to turn it off.', 0.1),
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
