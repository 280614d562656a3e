import { defineNode } from '@chatwright/core'
import { huggingFaceInputs } from '../hugging-face/inputs.ts'
import { huggingFaceModel } from '../hugging-face/model.ts'

export default defineNode({
  name: 'huggingFaceInference_LLMs',
  label: 'HuggingFace Inference',
  version: 2,
  category: 'LLMs',
  description: 'Runs open Hugging Face models as completion models.',
  icon: 'huggingface.svg',
  baseClasses: ['HuggingFaceInference', 'LLM', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://huggingface.co/docs/inference-providers',
  credential: ['huggingFaceApi'],
  traits: { modelInput: 'model' },
  inputs: huggingFaceInputs,
  build: ({ inputs, credential, context }) => huggingFaceModel(inputs, { credential, context }),
})
