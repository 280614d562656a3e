import type { Document } from '@chatwright/core'
import type { Quotes } from './choose-quotes.ts'

/** Stands below every reply: nobody should take a quotation machine for a model. */
const NOTE = '*Built-in answerer: this is not a language model, it quotes your documents.*'

export function quotedAnswer({ quotes, areSure }: Quotes): string {
  if (quotes.length === 0) return nothingFound()
  const opening = areSure
    ? 'Here is what I found:'
    : 'I am not sure that this answers your question; it is the nearest I found:'
  const passages = quotes.map(({ text, heading, document }) => {
    const source = [describeSource(document), heading].filter((part) => part !== '').join(' › ')
    return `${text}${source === '' ? '' : `\n\n— ${source}`}`.replaceAll(/^/gm, '> ').replaceAll('> \n', '>\n')
  })
  return `${opening}\n\n${passages.join('\n\n')}\n\n${NOTE}`
}

function nothingFound(): string {
  return `I found nothing about that in the documents. Try other words, or ask about something they cover.\n\n${NOTE}`
}

export function toolAnswer(text: string): string {
  return `${text}\n\n*Built-in answerer: this is not a language model, it passes on what its tools say.*`
}

export function selfDescription(): string {
  return `I am the built-in answerer. I am not a language model: I cannot talk, reason or write. \
What I can do is find the passages of your documents that fit a question and quote them, without a key and without \
the internet.

- **To chat with a document**, connect it through a vector store to a retrieval chain that uses me.
- **To get answers in a model's own words**, replace me on the canvas by a chat model: one of a provider such as \
OpenAI or Anthropic, with your key, or one that runs on your own machine with Ollama.`
}

/** Where a passage stands, as a reader would say it. */
function describeSource({ metadata }: Document): string {
  const { source, title, loc, line } = metadata
  const name = [title, source].find((each): each is string => typeof each === 'string' && each !== '')
  if (name === undefined) return ''
  const page = pageNumber(loc)
  if (page !== undefined) return `${name}, page ${page}`
  return typeof line === 'number' ? `${name}, row ${line}` : name
}

function pageNumber(loc: unknown): number | undefined {
  const page = typeof loc === 'object' && loc !== null && 'pageNumber' in loc ? loc.pageNumber : undefined
  return typeof page === 'number' ? page : undefined
}
