import { defineNode, string } from '@chatwright/core'
import { baseOptions, basepath, timeout } from '../openai-compatible/chat-inputs.ts'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { embeddings } from '../openai-compatible/embeddings.ts'
import { extraHeaders } from '../openai-compatible/extra-headers.ts'
import { openAi } from '../openai-compatible/openai-vendor.ts'
import { timeoutsFrom } from '../providers/endpoint.ts'
import { batchSize, dimensions, stripNewLines } from './embedding-inputs.ts'

export default defineNode({
  name: 'openAIEmbeddingsCustom',
  label: 'OpenAI Embeddings Custom',
  version: 3,
  category: 'Embeddings',
  description: 'Embeds text with any OpenAI-compatible server.',
  icon: 'custom-endpoint.svg',
  baseClasses: ['OpenAIEmbeddingsCustom', 'OpenAIEmbeddings', 'Embeddings'],
  credential: { names: ['openAIApi'], optional: true },
  inputs: {
    modelName: string({
      destination: false,
      label: 'Model name',
      default: 'text-embedding-3-small',
      description: "The model's name on the server.",
    }),
    stripNewLines,
    batchSize,
    timeout,
    basepath,
    baseOptions,
    dimensions,
  },
  build({ inputs, credential, context }) {
    const vendor = inputs.basepath ? { ...openAi, vendor: 'The embedding server' } : openAi
    const endpoint = vendorEndpoint(vendor, { credential, context, address: inputs.basepath })
    return embeddings({
      endpoint: {
        ...endpoint,
        headers: { ...endpoint.headers, ...extraHeaders(inputs.baseOptions) },
        timeouts: timeoutsFrom(inputs.timeout),
      },
      modelName: inputs.modelName,
      batchSize: inputs.batchSize,
      stripsNewLines: inputs.stripNewLines ?? false,
      parameters: { dimensions: inputs.dimensions },
    })
  },
})
