import { defineNode, string } from '@chatwright/core'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { embeddings } from '../openai-compatible/embeddings.ts'
import { voyage } from '../openai-compatible/vendors.ts'

export default defineNode({
  name: 'voyageAIEmbeddings',
  label: 'VoyageAI Embeddings',
  version: 2,
  category: 'Embeddings',
  description: 'Embeds text with a Voyage AI model.',
  icon: 'voyage.svg',
  baseClasses: ['VoyageAIEmbeddings', 'Embeddings'],
  documentation: 'https://docs.voyageai.com/docs/embeddings',
  credential: ['voyageAIApi'],
  inputs: {
    modelName: string({
      destination: false,
      label: 'Model',
      default: 'voyage-3.5',
      description: 'A Voyage AI embedding model.',
    }),
  },
  build: ({ inputs, credential, context }) =>
    embeddings({
      endpoint: vendorEndpoint(voyage, { credential, context }),
      modelName: inputs.modelName,
      batchSize: 128,
      documentParameters: { input_type: 'document' },
      queryParameters: { input_type: 'query' },
    }),
})
