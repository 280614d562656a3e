import { defineNode, string } from '@chatwright/core'
import { loaderInputs, loaderOutputs, loaderTraits, loaderValue } from './document-loader.ts'

export default defineNode({
  name: 'plainText',
  label: 'Plain Text',
  version: 2,
  category: 'Document Loaders',
  description: 'Creates a document from the text you enter.',
  icon: 'plain-text.svg',
  baseClasses: ['Document'],
  inputs: {
    text: string({ destination: false, label: 'Text', placeholder: 'The text to work with…', rows: 4 }),
    ...loaderInputs,
  },
  outputs: loaderOutputs,
  traits: loaderTraits,
  example: { text: 'A wright is a maker.' },
  build({ inputs, ...rest }) {
    return loaderValue({ inputs, ...rest }, async () => [{ pageContent: inputs.text, metadata: {} }])
  },
})
