import { defineNode } from '@chatwright/core'
import { huggingFaceInputs } from '../hugging-face/inputs.ts'
import { huggingFaceModel } from '../hugging-face/model.ts'

export default defineNode({
  name: 'chatHuggingFace',
  label: 'ChatHuggingFace',
  version: 3,
  category: 'Chat Models',
  description: 'Chats with open models on Hugging Face inference providers or your own endpoint.',
  icon: 'huggingface.svg',
  baseClasses: ['ChatHuggingFace', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://huggingface.co/docs/inference-providers',
  credential: ['huggingFaceApi'],
  traits: { modelInput: 'model' },
  inputs: huggingFaceInputs,
  build: ({ inputs, credential, context }) => huggingFaceModel(inputs, { credential, context }),
})
