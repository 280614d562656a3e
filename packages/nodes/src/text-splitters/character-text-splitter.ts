import { defineNode, string } from '@chatwright/core'
import { mergePieces, splitAt } from './split-recursively.ts'
import { checkChunkSettings, chunkInputs, textSplitter } from './text-splitter.ts'

export default defineNode({
  name: 'characterTextSplitter',
  label: 'Character Text Splitter',
  version: 1,
  category: 'Text Splitters',
  description: 'Splits text at one separator and merges the parts up to the chunk size. A longer part stays whole.',
  icon: 'text-splitter.svg',
  baseClasses: ['CharacterTextSplitter', 'TextSplitter', 'BaseDocumentTransformer', 'Runnable'],
  inputs: {
    ...chunkInputs,
    separator: string({
      destination: false,
      label: 'Separator',
      description: 'The text to split at. Use \\n for a new line and \\t for a tab. Leave empty for a blank line.',
      placeholder: '\\n\\n',
      optional: true,
    }),
  },
  build({ inputs }) {
    const settings = checkChunkSettings(inputs)
    const separator = readEscapes(inputs.separator ?? '') || '\n\n'
    return textSplitter((text) => mergePieces(splitAt(text, separator), separator, settings))
  },
})

function readEscapes(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\r', '\r')
}
