import { asyncOptions, defineNode, options } from '@chatwright/core'
import { openAiEmbeddingModels } from '../model-lists/openai.ts'
import { baseOptions, basepath, timeout } from '../openai-compatible/chat-inputs.ts'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { embeddings } from '../openai-compatible/embeddings.ts'
import { extraHeaders } from '../openai-compatible/extra-headers.ts'
import { listVendorModels } from '../openai-compatible/list-models.ts'
import { openAi } from '../openai-compatible/openai-vendor.ts'
import { timeoutsFrom } from '../providers/endpoint.ts'
import { batchSize, dimensions, stripNewLines } from './embedding-inputs.ts'

export default defineNode({
  name: 'openAIEmbeddings',
  label: 'OpenAI Embeddings',
  version: 4,
  category: 'Embeddings',
  description: 'Embeds text with an OpenAI model.',
  icon: 'openai.svg',
  keywords: ['embedding', 'embeddings', 'openai embeddings'],
  baseClasses: ['OpenAIEmbeddings', 'Embeddings'],
  documentation: 'https://platform.openai.com/docs/guides/embeddings',
  credential: ['openAIApi'],
  aliases: [{ name: 'openAIEmbedding_LlamaIndex' }],
  inputs: {
    modelName: asyncOptions('listModels', {
      destination: false,
      label: 'Model',
      default: 'text-embedding-3-small',
      freeSolo: true,
    }),
    stripNewLines,
    batchSize,
    timeout,
    basepath,
    baseOptions,
    dimensions,
    encodingFormat: options({
      destination: false,
      label: 'Encoding format',
      optional: true,
      additional: true,
      description: 'The format of vectors in transit. base64 is smaller, if the server supports it.',
      options: [
        { label: 'Numbers', name: 'float' },
        { label: 'Base64', name: 'base64' },
      ],
    }),
  },
  build({ inputs, credential, context }) {
    const endpoint = vendorEndpoint(openAi, { credential, context, address: inputs.basepath })
    return embeddings({
      endpoint: {
        ...endpoint,
        headers: { ...endpoint.headers, ...extraHeaders(inputs.baseOptions) },
        timeouts: timeoutsFrom(inputs.timeout),
      },
      modelName: inputs.modelName,
      batchSize: inputs.batchSize,
      stripsNewLines: inputs.stripNewLines ?? false,
      parameters: { dimensions: inputs.dimensions, encoding_format: inputs.encodingFormat },
    })
  },
  load: {
    listModels: ({ inputs, credential, context, signal }) =>
      listVendorModels(openAi, {
        known: openAiEmbeddingModels,
        isWanted: (id) => id.includes('embedding'),
        address: inputs.basepath,
        credential,
        context,
        signal,
      }),
  },
})
