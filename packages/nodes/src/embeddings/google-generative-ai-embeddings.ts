import { asyncOptions, defineNode, options, type Embeddings, type Run } from '@chatwright/core'
import { googleCredentials, googleEndpoint, googleKey, listGoogleModels } from '../google/endpoint.ts'
import { googleEmbeddingModels } from '../model-lists/google.ts'
import { optionsOf } from '../model-lists/model-list.ts'
import { countEmbedded } from '../model-values/count-embedded.ts'
import { inBatches } from '../model-values/in-batches.ts'
import { requestJson } from '../providers/request-json.ts'
import { stripNewLines } from './embedding-inputs.ts'
import { pathSegment } from '../http/path-segment.ts'

/** The vendor's own limit on one request. */
const batchSize = 100

export default defineNode({
  name: 'googleGenerativeAiEmbeddings',
  label: 'GoogleGenerativeAI Embeddings',
  version: 2,
  category: 'Embeddings',
  description: 'Embeds text with a Google model.',
  icon: 'google.svg',
  baseClasses: ['GoogleGenerativeAiEmbeddings', 'Embeddings'],
  documentation: 'https://ai.google.dev/gemini-api/docs/embeddings',
  credential: googleCredentials,
  aliases: [{ name: 'googlePaLMEmbeddings', inputs: { modelName: 'retiredModelName' } }],
  inputs: {
    modelName: asyncOptions('listModels', {
      destination: false,
      label: 'Model',
      default: 'gemini-embedding-001',
      freeSolo: true,
    }),
    tasktype: options({
      destination: false,
      label: 'Task type',
      default: 'TASK_TYPE_UNSPECIFIED',
      description: 'The purpose of the vectors. Choose the same for loading and searching, or leave empty.',
      options: [
        { label: 'Not specified', name: 'TASK_TYPE_UNSPECIFIED' },
        { label: 'Questions', name: 'RETRIEVAL_QUERY' },
        { label: 'Documents', name: 'RETRIEVAL_DOCUMENT' },
        { label: 'Similarity', name: 'SEMANTIC_SIMILARITY' },
        { label: 'Classification', name: 'CLASSIFICATION' },
        { label: 'Clustering', name: 'CLUSTERING' },
      ],
    }),
    stripNewLines,
  },
  build({ inputs, credential, context }): Embeddings {
    const endpoint = googleEndpoint(credential, context)
    const model = `models/${pathSegment('Model Name', inputs.modelName.replace(/^models\//, ''))}`
    const taskType = inputs.tasktype === 'TASK_TYPE_UNSPECIFIED' ? undefined : inputs.tasktype
    const clean = (text: string): string => (inputs.stripNewLines ? text.replaceAll('\n', ' ') : text)
    const embed = async (texts: string[], run: Run): Promise<number[][]> => {
      const requests = texts.map((text) => ({ model, content: { parts: [{ text: clean(text) }] }, taskType }))
      const { embeddings } = await requestJson<{ embeddings: { values: number[] }[] }>({
        endpoint,
        path: `${model}:batchEmbedContents`,
        body: { requests },
        signal: run.signal,
      })
      countEmbedded(run, texts)
      return embeddings.map(({ values }) => values)
    }
    return {
      kind: 'embeddings',
      modelName: inputs.modelName,
      embedDocuments: (texts, run) => inBatches(texts, { size: batchSize }, (batch) => embed(batch, run)),
      embedQuery: async (text, run) => (await embed([text], run))[0] ?? [],
    }
  },
  load: {
    listModels: ({ credential, context, signal }) =>
      googleKey(credential)
        ? listGoogleModels(googleEndpoint(credential, context), 'embedContent', signal)
        : optionsOf(googleEmbeddingModels),
  },
})
