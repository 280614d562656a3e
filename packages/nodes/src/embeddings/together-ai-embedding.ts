import { defineNode, string } from '@chatwright/core'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { embeddings } from '../openai-compatible/embeddings.ts'
import { together } from '../openai-compatible/vendors.ts'

export default defineNode({
  name: 'togetherAIEmbedding',
  label: 'TogetherAI Embedding',
  version: 1,
  category: 'Embeddings',
  description: 'Embeds text with an open model on Together AI.',
  icon: 'together.svg',
  baseClasses: ['TogetherAIEmbedding', 'Embeddings'],
  documentation: 'https://docs.together.ai/docs/embeddings-overview',
  credential: ['togetherAIApi'],
  inputs: {
    modelName: string({
      destination: false,
      label: 'Model',
      default: 'BAAI/bge-base-en-v1.5',
      description: 'A Together AI embedding model.',
    }),
  },
  build: ({ inputs, credential, context }) =>
    embeddings({
      endpoint: vendorEndpoint(together, { credential, context }),
      modelName: inputs.modelName,
      batchSize: 64,
    }),
})
