import { asyncOptions, boolean, defineNode, number, string, type Embeddings, type Run } from '@chatwright/core'
import { countEmbedded } from '../model-values/count-embedded.ts'
import { inBatches } from '../model-values/in-batches.ts'
import { defaultOllamaUrl, listOllamaModels, ollamaEndpoint } from '../ollama/endpoint.ts'
import { requestJson } from '../providers/request-json.ts'

export default defineNode({
  name: 'ollamaEmbedding',
  label: 'Ollama Embeddings',
  version: 2,
  category: 'Embeddings',
  description: 'Embeds text on your own machine through Ollama.',
  icon: 'ollama.svg',
  baseClasses: ['OllamaEmbeddings', 'Embeddings'],
  documentation: 'https://ollama.com/search?c=embedding',
  credential: { names: ['ollamaApi'], optional: true },
  inputs: {
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
      placeholder: 'nomic-embed-text',
      description: 'An installed embedding model. Run "ollama pull nomic-embed-text" to install one.',
    }),
    numGpu: number({ destination: false, label: 'GPU layers', step: 1, optional: true, additional: true }),
    numThread: number({ destination: false, label: 'Threads', step: 1, optional: true, additional: true }),
    useMMap: boolean({
      destination: false,
      label: 'Map the model into memory',
      default: true,
      optional: true,
      additional: true,
      description: 'Loads only the parts of the model that are needed.',
    }),
  },
  example: { modelName: 'nomic-embed-text' },
  build({ inputs, credential, context }): Embeddings {
    const endpoint = ollamaEndpoint(inputs.baseUrl, { credential, context })
    const options = { num_gpu: inputs.numGpu, num_thread: inputs.numThread, use_mmap: inputs.useMMap }
    const embed = async (input: string[], run: Run): Promise<number[][]> => {
      const body = { model: inputs.modelName, input, options }
      const call = { endpoint, path: 'api/embed', body, signal: run.signal }
      const answer = await requestJson<{ embeddings: number[][]; prompt_eval_count?: number }>(call)
      countEmbedded(run, input, answer.prompt_eval_count)
      return answer.embeddings
    }
    return {
      kind: 'embeddings',
      modelName: inputs.modelName,
      embedDocuments: (texts, run) => inBatches(texts, { size: 32, atOnce: 2 }, (batch) => embed(batch, run)),
      embedQuery: async (text, run) => (await embed([text], run))[0] ?? [],
    }
  },
  load: {
    listModels: ({ inputs, credential, context, signal }) => {
      const address = typeof inputs.baseUrl === 'string' && inputs.baseUrl ? inputs.baseUrl : defaultOllamaUrl
      return listOllamaModels(ollamaEndpoint(address, { credential, context }), signal)
    },
  },
})
