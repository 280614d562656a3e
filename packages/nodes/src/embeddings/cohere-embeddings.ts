import { defineNode, string, type Embeddings, type Run } from '@chatwright/core'
import { countEmbedded } from '../model-values/count-embedded.ts'
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
  description: 'Embeds text with a Cohere model.',
  icon: 'cohere.svg',
  baseClasses: ['CohereEmbeddings', 'Embeddings'],
  documentation: 'https://docs.cohere.com/docs/embeddings',
  credential: ['cohereApi'],
  inputs: {
    modelName: string({
      destination: false,
      label: 'Model',
      default: 'embed-v4.0',
      description: 'A Cohere embedding model.',
    }),
  },
  build({ inputs, credential, context }): Embeddings {
    const endpoint = { ...vendorEndpoint(cohere, { credential, context }), baseUrl: 'https://api.cohere.com/v2' }
    const embed = async (texts: string[], inputType: string, run: Run): Promise<number[][]> => {
      const body = { model: inputs.modelName, texts, input_type: inputType, embedding_types: ['float'] }
      const answer = await requestJson<Embedded>({ endpoint, path: 'embed', body, signal: run.signal })
      countEmbedded(run, texts, answer.meta?.billed_units?.input_tokens)
      return answer.embeddings.float
    }
    return {
      kind: 'embeddings',
      modelName: inputs.modelName,
      embedDocuments: (texts, run) =>
        inBatches(texts, { size: batchSize }, (batch) => embed(batch, 'search_document', run)),
      embedQuery: async (text, run) => (await embed([text], 'search_query', run))[0] ?? [],
    }
  },
})

interface Embedded {
  embeddings: { float: number[][] }
  meta?: { billed_units?: { input_tokens?: number } }
}
