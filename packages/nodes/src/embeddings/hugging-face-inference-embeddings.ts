import { defineNode, string, type Embeddings, type Run } from '@chatwright/core'
import { countEmbedded } from '../model-values/count-embedded.ts'
import { inBatches } from '../model-values/in-batches.ts'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { huggingFace } from '../openai-compatible/vendors.ts'
import { requestJson } from '../providers/request-json.ts'

const sharedService = 'https://router.huggingface.co/hf-inference/models'

export default defineNode({
  name: 'huggingFaceInferenceEmbeddings',
  label: 'HuggingFace Inference Embeddings',
  version: 1,
  category: 'Embeddings',
  description: 'Embeds text with an open Hugging Face model or your own endpoint.',
  icon: 'huggingface.svg',
  baseClasses: ['HuggingFaceInferenceEmbeddings', 'Embeddings'],
  documentation: 'https://huggingface.co/docs/inference-providers/tasks/feature-extraction',
  credential: ['huggingFaceApi'],
  inputs: {
    modelName: string({
      destination: false,
      label: 'Model',
      optional: true,
      default: 'sentence-transformers/all-MiniLM-L6-v2',
      description: 'The name of an embedding model on huggingface.co.',
    }),
    endpoint: string({
      destination: true,
      label: 'Endpoint',
      optional: true,
      placeholder: 'https://xyz.eu-west-1.aws.endpoints.huggingface.cloud',
      description: 'Your own inference endpoint. Leave empty for the shared service.',
    }),
  },
  build({ inputs, credential, context }): Embeddings {
    const found = vendorEndpoint(huggingFace, {
      credential,
      context,
      address: inputs.endpoint,
      addressField: 'endpoint',
    })
    const endpoint = inputs.endpoint ? found : { ...found, baseUrl: sharedService }
    const path = inputs.endpoint ? '' : `${inputs.modelName}/pipeline/feature-extraction`
    const embed = async (texts: string[], run: Run): Promise<number[][]> => {
      const vectors = await requestJson<number[][]>({ endpoint, path, body: { inputs: texts }, signal: run.signal })
      countEmbedded(run, texts)
      return vectors
    }
    return {
      kind: 'embeddings',
      modelName: inputs.modelName,
      embedDocuments: (texts, run) => inBatches(texts, { size: 32 }, (batch) => embed(batch, run)),
      embedQuery: async (text, run) => (await embed([text], run))[0] ?? [],
    }
  },
})
