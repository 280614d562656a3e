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
  build({ inputs, context }) {
    const settings = checkChunkSettings(inputs)
    return textSplitter(
      async (html) => splitMarkdown(await context.isolate<string>(converter, { html }, LIMITS), settings),
      { rewrites: true },
    )
  },
})

/** A few kilobytes of HTML can become millions of nodes: they are built where they can be ended. */
const LIMITS = { timeoutMs: 60_000, memoryMb: 512 }

// The same line must find the module in source, where tests run it, and in the built package.
const converter = new URL(`./html-to-markdown.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)
