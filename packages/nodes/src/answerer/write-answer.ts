import type { Document } from '@chatwright/core'
import type { Quote, Quotes } from './choose-quotes.ts'

/** Stands below every reply: nobody should take a quotation machine for a model. */
const NOTE = '*Built-in answerer: this is not a language model, it quotes your documents.*'

export function quotedAnswer({ quotes, areSure }: Quotes, { isForeign = false }: { isForeign?: boolean }): string {
  const hint = isForeign && !areSure ? `${ENGLISH_ONLY}\n\n` : ''
  if (quotes.length === 0) return `${NOTHING_FOUND}\n\n${hint}${NOTE}`
  const opening = areSure
    ? 'Here is what I found:'
    : "I'm not sure this answers your question. It is the closest I found:"
  return `${opening}\n\n${writeQuotes(quotes)}\n\n${hint}${NOTE}`
}

function writeQuotes(quotes: readonly Quote[]): string {
  return quotes
    .map(({ text, heading, document }) => {
      const source = [describeSource(document), heading].filter((part) => part !== '').join(' › ')
      return `${text}${source === '' ? '' : `\n\n— ${source}`}`.replaceAll(/^/gm, '> ').replaceAll('> \n', '>\n')
    })
    .join('\n\n')
}

const NOTHING_FOUND =
  'I found nothing about that in the documents. Try other words, or another topic from the documents.'

const ENGLISH_ONLY =
  'The built-in search is made for English. For other languages, replace Built-in Embeddings on the canvas with embeddings \
that know them, and load the documents again.'

const CONNECT_A_MODEL =
  'replace me on the canvas by a chat model: one of a provider such as OpenAI or Anthropic, with your key, or one that runs \
on your own machine with Ollama.'

/** To who wants a summary: what there is instead. */
export function withoutSummary(quotes: readonly Quote[]): string {
  const passages = quotes.length === 0 ? '' : `I can only quote. These chunks came up:\n\n${writeQuotes(quotes)}\n\n`
  return `A summary takes a language model. To get one, ${CONNECT_A_MODEL}\n\n${passages}${NOTE}`
}

export function greeting(): string {
  return `Hello! Ask about something in your documents. I quote the chunks that fit and show where they are.\n\n${NOTE}`
}

export function thanks(): string {
  return `You're welcome.\n\n${NOTE}`
}

export function aboutMe(): string {
  return `I find the passages of your documents that fit a question and quote them, without a key and without the internet. \
Ask in whole sentences, about something the documents say.

To get answers in a model's own words, ${CONNECT_A_MODEL}

${NOTE}`
}

/** What was worked out without documents and tools. */
export function ownAnswer(text: string): string {
  return `${text}\n\n*Built-in answerer: not a language model, but it can calculate and knows the date.*`
}

export function toolAnswer(text: string): string {
  return `${text}\n\n*Built-in answerer: not a language model. It passes on what its tools return.*`
}

export function selfDescription(): string {
  return `I am the built-in answerer. I am not a language model: I cannot talk, reason or write. \
What I can do is find the passages of your documents that fit a question and quote them, without a key and without \
the internet.

- **To chat with a document**, connect it through a vector store to a retrieval chain that uses me.
- **To get answers in a model's own words**, ${CONNECT_A_MODEL}`
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
