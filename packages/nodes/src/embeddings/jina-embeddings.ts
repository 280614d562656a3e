import { defineNode, number, string } from '@chatwright/core'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { embeddings } from '../openai-compatible/embeddings.ts'
import { jina } from '../openai-compatible/vendors.ts'

export default defineNode({
  name: 'jinaEmbeddings',
  label: 'Jina Embeddings',
  version: 3,
  category: 'Embeddings',
  description: 'Embeds text in many languages with a Jina AI model.',
  icon: 'jina.svg',
  baseClasses: ['JinaEmbeddings', 'Embeddings'],
  documentation: 'https://jina.ai/embeddings',
  credential: ['jinaAIApi'],
  inputs: {
    modelName: string({
      destination: false,
      label: 'Model',
      default: 'jina-embeddings-v3',
      description: 'A Jina AI embedding model.',
    }),
    modelDimensions: number({
      destination: false,
      label: 'Dimensions',
      step: 1,
      min: 32,
      default: 1024,
      description: 'The length of the vectors. All vectors in a store must have the same length.',
    }),
  },
  build: ({ inputs, credential, context }) =>
    embeddings({
      endpoint: vendorEndpoint(jina, { credential, context }),
      modelName: inputs.modelName,
      batchSize: 128,
      parameters: { dimensions: inputs.modelDimensions },
      documentParameters: { task: 'retrieval.passage' },
      queryParameters: { task: 'retrieval.query' },
    }),
})
