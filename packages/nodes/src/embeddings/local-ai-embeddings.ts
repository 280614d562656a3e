import { defineNode, string } from '@chatwright/core'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { embeddings } from '../openai-compatible/embeddings.ts'
import { localAi } from '../openai-compatible/local-servers.ts'

export default defineNode({
  name: 'localAIEmbeddings',
  label: 'LocalAI Embeddings',
  version: 1,
  category: 'Embeddings',
  description: 'Embeds text on your own machine through LocalAI.',
  icon: 'localai.svg',
  baseClasses: ['LocalAI Embeddings', 'Embeddings'],
  documentation: 'https://localai.io/features/embeddings',
  credential: { names: ['localAIApi'], optional: true },
  inputs: {
    basePath: string({
      destination: true,
      label: 'Base path',
      placeholder: 'http://localhost:8080/v1',
      description: 'The address of the LocalAI server.',
    }),
    modelName: string({ destination: false, label: 'Model name', placeholder: 'text-embedding-ada-002' }),
  },
  example: { basePath: 'http://localhost:8080/v1', modelName: 'bert' },
  build: ({ inputs, credential, context }) =>
    embeddings({
      endpoint: vendorEndpoint(localAi, { credential, context, address: inputs.basePath, addressField: 'basePath' }),
      modelName: inputs.modelName,
    }),
})
