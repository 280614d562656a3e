import { defineNode } from '@chatwright/core'
import { splitMarkdown } from './split-markdown.ts'
import { checkChunkSettings, chunkInputs, textSplitter } from './text-splitter.ts'

export default defineNode({
  name: 'htmlToMarkdownTextSplitter',
  label: 'HtmlToMarkdown Text Splitter',
  version: 1,
  category: 'Text Splitters',
  description: 'Turns HTML into Markdown, then cuts it at its headings.',
  icon: 'markdown-splitter.svg',
  baseClasses: [
    'HtmlToMarkdownTextSplitter',
    'MarkdownTextSplitter',
    'RecursiveCharacterTextSplitter',
    'TextSplitter',
    'BaseDocumentTransformer',
  ],
  inputs: chunkInputs,
  build({ inputs }) {
    const settings = checkChunkSettings(inputs)
    return textSplitter(async (html) => {
      const { default: Turndown } = await import('turndown')
      const converter = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced' })
      converter.remove(['script', 'style', 'noscript'])
      return splitMarkdown(converter.turndown(html), settings)
    })
  },
})
