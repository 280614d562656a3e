import { defineNode, options } from '@chatwright/core'
import { splitMarkdown } from './split-markdown.ts'
import { checkChunkSettings, chunkInputs, textSplitter } from './text-splitter.ts'

export default defineNode({
  name: 'markdownTextSplitter',
  label: 'Markdown Text Splitter',
  version: 1.1,
  category: 'Text Splitters',
  description: 'Splits Markdown at headings and then paragraphs, so each chunk covers one topic.',
  icon: 'markdown-splitter.svg',
  baseClasses: ['MarkdownTextSplitter', 'RecursiveCharacterTextSplitter', 'TextSplitter', 'BaseDocumentTransformer'],
  inputs: {
    ...chunkInputs,
    splitByHeaders: options({
      destination: false,
      label: 'Split By Headers',
      description:
        'Start a new chunk at every heading up to this level, and repeat the heading on each chunk of its section.',
      options: [
        { label: 'Off', name: 'disabled' },
        { label: '# Heading 1', name: 'h1' },
        { label: '## Heading 2', name: 'h2' },
        { label: '### Heading 3', name: 'h3' },
        { label: '#### Heading 4', name: 'h4' },
        { label: '##### Heading 5', name: 'h5' },
        { label: '###### Heading 6', name: 'h6' },
      ],
      default: 'disabled',
      optional: true,
    }),
  },
  build({ inputs }) {
    const settings = checkChunkSettings(inputs)
    const headingLevel = inputs.splitByHeaders === 'disabled' ? undefined : Number(inputs.splitByHeaders.slice(1))
    return textSplitter((text) => splitMarkdown(text, { ...settings, ...(headingLevel && { headingLevel }) }))
  },
})
