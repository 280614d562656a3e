import { asyncOptions, defineNode } from '@chatwright/core'
import { basepath } from '../openai-compatible/chat-inputs.ts'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { embeddings } from '../openai-compatible/embeddings.ts'
import { mistral } from '../openai-compatible/vendors.ts'
import { batchSize, stripNewLines } from './embedding-inputs.ts'

export default defineNode({
  name: 'mistralAIEmbeddings',
  label: 'MistralAI Embeddings',
  version: 2,
  category: 'Embeddings',
  description: 'Embeds text with a Mistral model.',
  icon: 'mistral.svg',
  baseClasses: ['MistralAIEmbeddings', 'Embeddings'],
  documentation: 'https://docs.mistral.ai/capabilities/embeddings',
  credential: ['mistralAIApi'],
  inputs: {
    modelName: asyncOptions('listModels', {
      destination: false,
      label: 'Model',
      default: 'mistral-embed',
      freeSolo: true,
    }),
    batchSize,
    stripNewLines,
    overrideEndpoint: { ...basepath, label: 'Override endpoint' },
  },
  build: ({ inputs, credential, context }) =>
    embeddings({
      endpoint: vendorEndpoint(mistral, {
        credential,
        context,
        address: inputs.overrideEndpoint,
        addressField: 'overrideEndpoint',
      }),
      modelName: inputs.modelName,
      batchSize: inputs.batchSize ?? 64,
      stripsNewLines: inputs.stripNewLines ?? false,
    }),
  load: {
    listModels: () => ['mistral-embed', 'codestral-embed'].map((name) => ({ label: name, name })),
  },
})
