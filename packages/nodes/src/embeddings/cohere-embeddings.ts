import { defineNode, string, type Embeddings } from '@chatwright/core'
import { inBatches } from '../model-values/in-batches.ts'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { cohere } from '../openai-compatible/vendors.ts'
import { requestJson } from '../providers/request-json.ts'

/** The vendor's own limit on one request. */
const batchSize = 96

export default defineNode({
  name: 'cohereEmbeddings',
  label: 'Cohere Embeddings',
  version: 3,
  category: 'Embeddings',
  description: 'Turns texts into vectors with a model of Cohere.',
  icon: 'cohere.svg',
  baseClasses: ['CohereEmbeddings', 'Embeddings'],
  documentation: 'https://docs.cohere.com/docs/embeddings',
  credential: ['cohereApi'],
  inputs: {
    modelName: string({
      destination: false,
      label: 'Model',
      default: 'embed-v4.0',
      description: 'An embedding model of Cohere.',
    }),
  },
  build({ inputs, credential, context }): Embeddings {
    const endpoint = { ...vendorEndpoint(cohere, { credential, context }), baseUrl: 'https://api.cohere.com/v2' }
    const embed = async (texts: string[], inputType: string, signal: AbortSignal): Promise<number[][]> => {
      const body = { model: inputs.modelName, texts, input_type: inputType, embedding_types: ['float'] }
      const answer = await requestJson<{ embeddings: { float: number[][] } }>({ endpoint, path: 'embed', body, signal })
      return answer.embeddings.float
    }
    return {
      kind: 'embeddings',
      modelName: inputs.modelName,
      embedDocuments: (texts, { signal }) =>
        inBatches(texts, { size: batchSize }, (batch) => embed(batch, 'search_document', signal)),
      embedQuery: async (text, { signal }) => (await embed([text], 'search_query', signal))[0] ?? [],
    }
  },
})
