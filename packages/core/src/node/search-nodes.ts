import type { NodeDescription } from './definition.ts'

/** Nodes that fit the words, best first: what it is called, what else people call it, what it is, and last what its sentence says. */
export function searchNodes(nodes: readonly NodeDescription[], words: string): NodeDescription[] {
  const terms = termsOf(words)
  if (terms.length === 0) return [...nodes]
  return nodes
    .flatMap((node) => {
      const score = scoreOf(node, terms)
      return score === 0 ? [] : [{ node, score }]
    })
    .sort((a, b) => b.score - a.score || alphabet.compare(a.node.label, b.node.label))
    .map(({ node }) => node)
}

/** The words of a search. The key that opens it may come along. */
export function termsOf(words: string): string[] {
  return words.replace(/^\/+/, '').toLowerCase().split(/\s+/).filter(Boolean)
}

/** One for all comparisons: `localeCompare` makes one for each. */
const alphabet = new Intl.Collator()

const SCORE = {
  label: 100,
  keyword: 90,
  start: 80,
  word: 60,
  inside: 40,
  name: 30,
  category: 20,
  description: 10,
  letters: 5,
}

/** What a new flow is built around comes before what only goes with it; what is outdated comes after everything. */
const WEIGHT: Readonly<Record<string, number>> = {
  'Chat Models': 25,
  Chains: 12,
  Agents: 12,
  'Document Loaders': 10,
  Memory: 8,
  'Vector Stores': 8,
  Tools: 8,
  LLMs: -40,
  'Sequential Agents': -40,
  'Multi Agents': -40,
}
const OUTDATED = -60

/** How likely a node is meant, whatever was typed; below zero it is outdated. */
export function standingOf({ category, badge }: Pick<NodeDescription, 'category' | 'badge'>): number {
  return (WEIGHT[category] ?? 0) + (badge === 'deprecated' ? OUTDATED : 0)
}

/** Whoever types the whole name means it, unless what it names is outdated. */
const WHOLE_NAME = 200

function scoreOf(node: NodeDescription, terms: readonly string[]): number {
  const scores = terms.map((term) => scoreTerm(node, term))
  const isKeyword = node.keywords?.includes(terms.join(' ')) ?? false
  if (!isKeyword && scores.some((score) => score === 0)) return 0
  const found = isKeyword ? SCORE.keyword * terms.length : scores.reduce((sum, score) => sum + score, 0)
  const weight = standingOf(node)
  const isNamed = weight >= 0 && termsOf(node.label).join(' ') === terms.join(' ')
  return Math.max(1, found + weight + (isNamed ? WHOLE_NAME : 0))
}

function scoreTerm({ label, name, category, description, keywords = [] }: NodeDescription, term: string): number {
  const text = label.toLowerCase()
  if (text === term) return SCORE.label
  if (keywords.includes(term)) return SCORE.keyword
  if (text.startsWith(term)) return SCORE.start
  if (isAtWordStart(label, term)) return SCORE.word
  if (keywords.some((keyword) => isAtWordStart(` ${keyword}`, term))) return SCORE.inside
  // Inside a word, a few letters stand by chance: "rag" in "storage", "image" in "manager" almost.
  if (term.length >= 4 && text.includes(term)) return SCORE.inside
  if (term.length >= 4 && name.toLowerCase().includes(term)) return SCORE.name
  if (isAtWordStart(` ${category}`, term)) return SCORE.category
  if (isAtWordStart(` ${description}`, term)) return SCORE.description
  return isSubsequence(term, text) ? SCORE.letters : 0
}

/** Words begin after a space or sign, and at the capitals of `ChatOpenAI`. */
function isAtWordStart(text: string, term: string): boolean {
  const spaced = text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return [' ', '-', '_', '/', '(', '"'].some((before) => spaced.includes(`${before}${term}`))
}

/** Six letters or more, all in the label in this order: `convqa` finds its chain, and no short word something by chance. */
function isSubsequence(term: string, text: string): boolean {
  if (term.length < 6) return false
  let at = 0
  for (const letter of term) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}
