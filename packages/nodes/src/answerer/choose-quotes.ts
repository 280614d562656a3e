import type { ScoredDocument } from '@chatwright/core'
import { joinSentences, readPassage, type Sentence } from './read-passage.ts'
import { askedWords, meaningfulWords, rarityIn, wordOverlap } from './words.ts'

export interface Quote {
  text: string
  /** The heading the text stands under; empty for none. */
  heading: string
  document: ScoredDocument
}

export interface Quotes {
  /** The passages that answer best, nearest first; none when nothing is about the question. */
  quotes: Quote[]
  /** Whether they are near enough to be given as the answer, and not only as the nearest there is. */
  areSure: boolean
}

interface QuoteSettings {
  /** The least similarity (cosine) of the nearest document with which anything counts as being about the question. */
  floor: number
}

/** The least share of a question's words, for documents that came without a similarity. */
const WORD_FLOOR = 0.34
/** Passages about as near as the nearest are quoted too: where the nearest is not the one asked for, mostly the next is. */
const NEAR_BEST = 0.1
const MOST_QUOTES = { sure: 2, unsure: 3 }
const LONGEST_QUOTE = 480

/** Past the floor a passage is about the subject; only so much nearer does it mostly answer the question, too. */
const SURE_ABOVE_FLOOR = 0.15

export function chooseQuotes(question: string, documents: readonly ScoredDocument[], settings: QuoteSettings): Quotes {
  const asked = askedWords(question)
  const rarity = rarityIn(documents.map((document) => document.pageContent))
  const ranked = documents
    .map((document) => ({ document, nearness: document.score ?? wordOverlap(asked, document.pageContent, rarity) }))
    .sort((a, b) => b.nearness - a.nearness)
  const [nearest] = ranked
  const isScored = nearest?.document.score !== undefined
  const quote = ({ document }: { document: ScoredDocument }): Quote => ({
    document,
    ...bestPart(document.pageContent, { asked, rarity }),
  })
  // The floor tells whether the documents speak of the question at all, so that only the nearest has to reach it.
  if (!nearest || nearest.nearness < (isScored ? settings.floor : WORD_FLOOR)) {
    const named = ranked.filter(({ document }) => namesHeading(asked, document.pageContent))
    return { areSure: false, quotes: named.slice(0, MOST_QUOTES.unsure).map(quote) }
  }
  const areSure = !isScored || nearest.nearness >= settings.floor + SURE_ABOVE_FLOOR
  return {
    areSure,
    quotes: ranked
      .filter(({ nearness }) => nearness >= nearest.nearness - NEAR_BEST)
      .slice(0, areSure ? MOST_QUOTES.sure : MOST_QUOTES.unsure)
      .map(quote),
  }
}

/** Who names a heading asks for what stands under it, however far a passage of a few words is from the question. */
function namesHeading(asked: readonly string[], passage: string): boolean {
  const heading = meaningfulWords(readPassage(passage)[0]?.heading ?? '')
  return heading.length > 0 && heading.every((word) => asked.includes(word))
}

/** The nearest passages whatever they are about. */
export function nearestQuotes(question: string, documents: readonly ScoredDocument[]): Quote[] {
  const asked = askedWords(question)
  const rarity = rarityIn(documents.map((document) => document.pageContent))
  return documents
    .slice(0, MOST_QUOTES.unsure)
    .map((document) => ({ document, ...bestPart(document.pageContent, { asked, rarity }) }))
}

interface Asked {
  asked: readonly string[]
  rarity: (word: string) => number
}

/** A short passage whole; of a long one the neighbouring sentences that speak most of what was asked. */
function bestPart(passage: string, { asked, rarity }: Asked): Pick<Quote, 'text' | 'heading'> {
  const sentences = readPassage(passage)
  let best = { text: '', heading: '', worth: -1 }
  for (let start = 0, end = 0; start < sentences.length && end < sentences.length; start += 1) {
    const heading = sentences[start]?.heading ?? ''
    end = endOfQuote(sentences, start)
    const text = joinSentences(sentences.slice(start, end))
    const worth = wordOverlap(asked, `${heading} ${text}`, rarity)
    if (worth > best.worth) best = { text, heading, worth }
  }
  const { text, heading } = best
  return { text: text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text, heading }
}

/** As many whole sentences under one heading as fit, at least one. */
function endOfQuote(sentences: readonly Sentence[], start: number): number {
  const first = sentences[start]
  let length = first?.text.length ?? 0
  let end = start + 1
  for (; end < sentences.length && sentences[end]?.heading === first?.heading; end += 1) {
    length += 1 + (sentences[end]?.text.length ?? 0)
    if (length > LONGEST_QUOTE) break
  }
  return end
}
