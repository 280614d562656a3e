import { defineNode } from '@chatwright/core'
import { azureDeployment } from '../azure/endpoint.ts'
import { baseOptions, basepath, timeout } from '../openai-compatible/chat-inputs.ts'
import { embeddings } from '../openai-compatible/embeddings.ts'
import { extraHeaders } from '../openai-compatible/extra-headers.ts'
import { timeoutsFrom } from '../providers/endpoint.ts'
import { batchSize } from './embedding-inputs.ts'

export default defineNode({
  name: 'azureOpenAIEmbeddings',
  label: 'Azure OpenAI Embeddings',
  version: 2,
  category: 'Embeddings',
  description: 'Embeds text with a deployment in your Azure resource.',
  icon: 'azure.svg',
  baseClasses: ['AzureOpenAIEmbeddings', 'Embeddings'],
  documentation: 'https://learn.microsoft.com/azure/ai-services/openai',
  credential: ['azureOpenAIApi'],
  aliases: [{ name: 'azureOpenAIEmbeddingsLlamaIndex' }],
  inputs: { batchSize, timeout, basepath, baseOptions },
  build({ inputs, credential, context }) {
    const { endpoint, pathOf } = azureDeployment(credential, context, inputs.basepath)
    return embeddings({
      endpoint: {
        ...endpoint,
        headers: { ...endpoint.headers, ...extraHeaders(inputs.baseOptions) },
        timeouts: timeoutsFrom(inputs.timeout),
      },
      path: pathOf('embeddings'),
      modelName: credential.azureOpenAIApiDeploymentName ?? '',
      batchSize: inputs.batchSize,
    })
  },
})
