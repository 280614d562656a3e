import { findLanguage } from '../checks/find-language.ts'
import { isRefusal } from '../checks/is-refusal.ts'
import { plainWords } from '../checks/plain-words.ts'
import { CALENDAR, COURTESY, NUMBERS, PERSONS, POLES, SMALL } from './english-words.ts'

/** What two texts have in common as far as their words tell. */
export type Wording =
  | { told: 'same' }
  /** Another number, date, name, no, or order of things: however near the rest is. */
  | { told: 'different' }
  /** Whether it means the same depends on these words being near each other, and on the sentences. */
  | { told: 'near'; unlike: [string[], string[]]; sentences: [string[], string[]] }

/** More is not looked at. */
const LONGEST = 6000
const MOST_SENTENCES = 60
const SIGNS = /[$€£¥%°<>=+]|-(?=\d)|[\p{L}\p{N}](?:[\p{L}\p{N}]|['.,:@/_-](?=[\p{L}\p{N}]))*/gu

/**
 * Tells by words whether two English texts may mean the same. A model of meaning finds "open" near "closed" and nine near ten, so
 * whatever holds a fact must be there on both sides, in the same order; what is left to it are the other words.
 */
export function compareWording(one: string, other: string): Wording {
  if (plainWords(one) === plainWords(other)) return { told: 'same' }
  if ([one, other].some(isBeyondWords) || traitsOf(one) !== traitsOf(other)) return { told: 'different' }
  const names = new Set([...namesIn(one), ...namesIn(other)])
  const [first, second] = [readWords(one, names), readWords(other, names)]
  if (first.facts !== second.facts || isTurnedAround(first.order, second.order)) return { told: 'different' }
  const unlike: [string[], string[]] = [apart(first.words, second.words), apart(second.words, first.words)]
  if (unlike.flat().some((word) => PERSONS.has(word)) || arePoles(unlike)) return { told: 'different' }
  const sentences: [string[], string[]] = [sentencesOf(one), sentencesOf(other)]
  if (sentences.some((list) => list.length === 0 || list.length > MOST_SENTENCES)) return { told: 'different' }
  return { told: 'near', unlike, sentences }
}

/** Code, tables and other languages say too little in words. */
function isBeyondWords(text: string): boolean {
  return text.length > LONGEST || /```|^ {0,8}[[{<|]/m.test(text) || findLanguage(text) !== 'en'
}

/** What an answer does, rather than what it says. */
function traitsOf(text: string): string {
  return JSON.stringify([isRefusal(text), text.includes('?')])
}

interface Words {
  /** Numbers, dates, names, and what turns a sentence round: each kind in its order. */
  facts: string
  /** The other words that mean something, by their stem, in the order in which they first come. */
  words: Map<string, string>
  /** All that mean something, likewise. */
  order: Set<string>
}

function readWords(text: string, names: ReadonlySet<string>): Words {
  const facts: Record<'numbers' | 'dates' | 'poles' | 'names', string[]> = {
    numbers: [],
    dates: [],
    poles: [],
    names: [],
  }
  const words = new Map<string, string>()
  const order = new Set<string>()
  let isAfterNumber = false
  for (const token of sentencesOf(text).flatMap(tokensOf)) {
    const word = token.toLowerCase()
    const stem = stemOf(word)
    const person = PERSONS.get(word)
    const pole = word.endsWith("n't") ? 'not' : (POLES.get(word) ?? POLES.get(stem))
    const number = NUMBERS.get(word) ?? (/[^\p{L}'-]|^-$/u.test(word) ? word : undefined)
    // Ten a.m., not what I am.
    const date = word === 'am' && isAfterNumber ? word : CALENDAR.get(word)
    isAfterNumber = number !== undefined
    if (date === undefined && (SMALL.has(word) || COURTESY.has(word))) continue
    order.add(person ?? stem)
    if (number !== undefined) facts.numbers.push(number)
    else if (date !== undefined) facts.dates.push(date)
    else if (pole !== undefined) facts.poles.push(pole)
    else if (names.has(withoutOwner(word))) facts.names.push(withoutOwner(word))
    else if (person !== undefined) words.set(person, person)
    else if (!words.has(stem)) words.set(stem, word)
  }
  return { facts: JSON.stringify(facts), words, order }
}

/** Words with a capital that no sentence begins with. */
function namesIn(text: string): string[] {
  return sentencesOf(text).flatMap((sentence) =>
    tokensOf(sentence)
      .slice(1)
      .filter((token) => /^\p{Lu}/u.test(token) && !PERSONS.has(token.toLowerCase()))
      .map((token) => withoutOwner(token.toLowerCase())),
  )
}

function tokensOf(text: string): string[] {
  return text.normalize('NFKC').replaceAll('’', "'").match(SIGNS) ?? []
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?:;])\s|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && !isCourtesy(sentence))
}

/** "Thank you for asking!" */
function isCourtesy(sentence: string): boolean {
  const words = tokensOf(sentence).map((token) => token.toLowerCase())
  const isKind = (word: string): boolean => COURTESY.has(word)
  return words.some(isKind) && words.every((word) => isKind(word) || SMALL.has(word) || PERSONS.has(word))
}

function withoutOwner(word: string): string {
  return word.endsWith("'s") ? word.slice(0, -2) : word
}

const ENDINGS = ['ing', 'ed', 'es', 's', 'e']

function stemOf(word: string): string {
  const bare = withoutOwner(word)
  const ending = ENDINGS.find((each) => bare.endsWith(each) && bare.length - each.length >= 3)
  return ending ? bare.slice(0, -ending.length) : bare
}

function apart(words: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): string[] {
  return [...words].filter(([stem]) => !others.has(stem)).map(([, word]) => word)
}

/** Whether one says of something that it is what the other says that it is not. */
function arePoles([words, others]: readonly [string[], string[]]): boolean {
  const isTurned = (word: string, other: string): boolean =>
    word.length > other.length && word.endsWith(other) && word.length - other.length <= 3
  return words.some((word) => others.some((other) => isTurned(word, other) || isTurned(other, word)))
}

/**
 * Whether three words come the other way round: "the tenant pays the landlord" and "the landlord pays the tenant". A clause that
 * moved as it is does not do that.
 */
function isTurnedAround(order: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const places = new Map([...other].map((stem, place) => [stem, place]))
  let furthest = -1
  let between = -1
  for (const stem of order) {
    const place = places.get(stem)
    if (place === undefined) continue
    if (place < between) return true
    if (place < furthest) between = Math.max(between, place)
    furthest = Math.max(furthest, place)
  }
  return false
}
