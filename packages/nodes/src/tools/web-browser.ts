import { anchor, defineNode, NodeError, type Tool } from '@chatwright/core'
import { complete } from '../model-values/complete.ts'
import { collectInTurns } from '../turns/take-turns.ts'
import { splitRecursively } from '../text-splitters/split-recursively.ts'
import { cosineSimilarity } from '../vector-stores/cosine-similarity.ts'
import { fetchPage } from '../web/fetch-page.ts'
import { readHtml } from '../web/read-html.ts'
import { capText } from './text-tool.ts'

const PIECES = { chunkSize: 1500, chunkOverlap: 150 }
const MOST_PIECES = 60
const READ_PIECES = 4

export default defineNode({
  name: 'webBrowser',
  label: 'Web Browser',
  version: 1,
  category: 'Tools',
  description: 'Lets an agent read a web page and summarize the relevant part.',
  icon: 'browser.svg',
  baseClasses: ['WebBrowser', 'Tool', 'StructuredTool', 'BaseLangChain'],
  inputs: {
    model: anchor('BaseLanguageModel', { label: 'Language Model' }),
    embeddings: anchor('Embeddings', { label: 'Embeddings' }),
  },
  build({ inputs, context }): Tool {
    const { model, embeddings } = inputs
    return {
      kind: 'tool',
      effect: 'reads',
      name: 'web_browser',
      description: 'Opens a web page and answers a question about it. Without a question, it summarizes the page.',
      parameters: {
        type: 'object',
        properties: {
          url: { type: 'string', description: 'The full URL of the page, starting with https://.' },
          question: { type: 'string', description: 'The question to answer. Leave empty for a summary.' },
        },
        required: ['url'],
      },
      async call(input, run) {
        const { url, question } = readInput(input)
        const { html } = await fetchPage({ fetch: context.fetch, url, signal: run.signal })
        const { text, title } = await readHtml(html, { context, signal: run.signal })
        const cut = await collectInTurns(splitRecursively(text, ['\n\n', '\n', ' ', ''], PIECES))
        const pieces = cut.filter((piece) => piece !== '').slice(0, MOST_PIECES)
        if (pieces.length === 0) throw new NodeError(`${url} contains no text.`, { hint: 'Try another page.' })
        const parts = question === '' ? pieces.slice(0, READ_PIECES) : await nearest(pieces, question)
        const task = question === '' ? 'Sum up this page.' : `Answer from this page: ${question}`
        const answer = await complete(
          model,
          { messages: [{ role: 'user', content: `${task}\n\nThe page "${title}" says:\n\n${parts.join('\n\n')}` }] },
          run,
        )
        return capText(answer)

        async function nearest(all: readonly string[], wanted: string): Promise<string[]> {
          const [vector, vectors] = await Promise.all([
            embeddings.embedQuery(wanted, run),
            embeddings.embedDocuments(all, run),
          ])
          return all
            .map((piece, index) => ({ piece, score: cosineSimilarity(vector, vectors[index] ?? []) }))
            .sort((a, b) => b.score - a.score)
            .slice(0, READ_PIECES)
            .map(({ piece }) => piece)
        }
      },
    }
  },
})

/** Older agents send one text: the address, a comma, the question. */
function readInput(input: Record<string, unknown>): { url: string; question: string } {
  const url = typeof input.url === 'string' ? input.url : typeof input.input === 'string' ? input.input : ''
  const question = typeof input.question === 'string' ? input.question : ''
  const [, address = url, rest = ''] = /^"?(https?:\/\/[^",\s]+)(.*)$/s.exec(url.trim()) ?? []
  const after = rest.replace(/^"/, '').trim().replace(/^,/, '').trim().replaceAll(/^"|"$/g, '')
  return { url: address, question: (question || after).trim() }
}
