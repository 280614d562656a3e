import { defineNode } from '@chatwright/core'
import { splitMarkdown } from './split-markdown.ts'
import { checkChunkSettings, chunkInputs, textSplitter } from './text-splitter.ts'

export default defineNode({
  name: 'htmlToMarkdownTextSplitter',
  label: 'HtmlToMarkdown Text Splitter',
  version: 1,
  category: 'Text Splitters',
  description: 'Converts HTML to Markdown and splits it at headings.',
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
    const toMarkdown = (html: string): Promise<string> => context.isolate<string>(converter, { html }, LIMITS)
    return textSplitter(async (text) => splitMarkdown(isHtml(text) ? await toMarkdown(text) : text, settings), {
      rewrites: true,
    })
  },
})

/**
 * Loaders of web pages give Markdown already. Read as HTML, its headings would be escaped and its lines run together.
 * Tags that are quoted as code do not count.
 */
function isHtml(text: string): boolean {
  const prose = text.slice(0, LOOKED_AT).replaceAll(/```[^]*?```|`[^`\n]*`/g, '')
  return /<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?>/i.test(prose)
}

/** A page shows what it is at its beginning. */
const LOOKED_AT = 100_000

/** A few kilobytes of HTML can become millions of nodes: they are built where they can be ended. */
const LIMITS = { timeoutMs: 60_000, memoryMb: 512 }

// The same line must find the module in source, where tests run it, and in the built package.
const converter = new URL(`./html-to-markdown.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)
