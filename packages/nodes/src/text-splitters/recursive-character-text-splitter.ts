import { parseJson, defineNode, NodeError, string } from '@chatwright/core'
import { splitRecursively } from './split-recursively.ts'
import { checkChunkSettings, chunkInputs, textSplitter } from './text-splitter.ts'

const PARAGRAPHS_TO_CHARACTERS = ['\n\n', '\n', ' ', '']

export default defineNode({
  name: 'recursiveCharacterTextSplitter',
  label: 'Recursive Character Text Splitter',
  version: 2,
  category: 'Text Splitters',
  description: 'Splits text at paragraphs, then lines, then words, until every chunk fits. A good first choice.',
  icon: 'text-splitter.svg',
  keywords: ['splitter', 'split', 'chunk', 'chunks', 'chunking'],
  baseClasses: ['RecursiveCharacterTextSplitter', 'TextSplitter'],
  inputs: {
    ...chunkInputs,
    separators: string({
      destination: false,
      label: 'Custom Separators',
      description: 'A JSON list of separators to use instead, coarsest first.',
      placeholder: '["\\n## ", "\\n\\n", " "]',
      rows: 4,
      optional: true,
      additional: true,
      isJson: true,
    }),
  },
  build({ inputs }) {
    const settings = checkChunkSettings(inputs)
    const separators = parseSeparators(inputs.separators) ?? PARAGRAPHS_TO_CHARACTERS
    return textSplitter((text) => splitRecursively(text, separators, settings))
  },
})

function parseSeparators(text: string | undefined): string[] | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const parsed = readJson(text)
  if (Array.isArray(parsed) && parsed.every((item) => typeof item === 'string')) return parsed
  throw new NodeError('Custom Separators must be a JSON list of strings.', {
    code: 'bad-input',
    field: 'separators',
    hint: 'Enter a list such as ["\\n\\n", "\\n", " "].',
  })
}

function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
