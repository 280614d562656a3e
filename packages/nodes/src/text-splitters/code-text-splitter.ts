import { defineNode, options } from '@chatwright/core'
import { CODE_SEPARATORS } from './code-separators.ts'
import { splitRecursively } from './split-recursively.ts'
import { checkChunkSettings, chunkInputs, textSplitter } from './text-splitter.ts'

export default defineNode({
  name: 'codeTextSplitter',
  label: 'Code Text Splitter',
  version: 1,
  category: 'Text Splitters',
  description: 'Splits source code at functions and classes.',
  icon: 'code-splitter.svg',
  baseClasses: [
    'CodeTextSplitter',
    'RecursiveCharacterTextSplitter',
    'TextSplitter',
    'BaseDocumentTransformer',
    'Runnable',
  ],
  inputs: {
    language: options({
      destination: false,
      label: 'Language',
      options: [
        { label: 'C#', name: 'csharp' },
        { label: 'C++', name: 'cpp' },
        { label: 'Go', name: 'go' },
        { label: 'HTML', name: 'html' },
        { label: 'Java', name: 'java' },
        { label: 'JavaScript', name: 'js' },
        { label: 'LaTeX', name: 'latex' },
        { label: 'Markdown', name: 'markdown' },
        { label: 'PHP', name: 'php' },
        { label: 'Protocol Buffers', name: 'proto' },
        { label: 'Python', name: 'python' },
        { label: 'reStructuredText', name: 'rst' },
        { label: 'Ruby', name: 'ruby' },
        { label: 'Rust', name: 'rust' },
        { label: 'Scala', name: 'scala' },
        { label: 'Solidity', name: 'sol' },
        { label: 'Swift', name: 'swift' },
        { label: 'TypeScript', name: 'ts' },
      ],
      default: 'js',
    }),
    ...chunkInputs,
  },
  build({ inputs }) {
    const settings = checkChunkSettings(inputs)
    const separators = CODE_SEPARATORS[inputs.language]
    return textSplitter((text) => splitRecursively(text, separators, settings))
  },
})
