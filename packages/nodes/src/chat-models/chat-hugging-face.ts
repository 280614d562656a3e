import { defineNode } from '@chatwright/core'
import { huggingFaceInputs } from '../hugging-face/inputs.ts'
import { huggingFaceModel } from '../hugging-face/model.ts'

export default defineNode({
  name: 'chatHuggingFace',
  label: 'ChatHuggingFace',
  version: 3,
  category: 'Chat Models',
  description: 'Open models that inference providers of Hugging Face serve, or your own endpoint there.',
  icon: 'huggingface.svg',
  baseClasses: ['ChatHuggingFace', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://huggingface.co/docs/inference-providers',
  credential: ['huggingFaceApi'],
  inputs: huggingFaceInputs,
  build: ({ inputs, credential, context }) => huggingFaceModel(inputs, { credential, context }),
})
