import { isParam, splitTypes, typesFit } from '@chatwright/core'
import type { NodeDescription } from '@chatwright/core'

export interface PaletteEntry {
  description: NodeDescription
  /** Where in the label the words were found: start and end of each run. */
  matches: readonly (readonly [start: number, end: number])[]
  /** Values the node comes with: the address and name of a model found on this machine. */
  inputs?: Readonly<Record<string, string>>
}

export interface PaletteGroup {
  category: string
  entries: PaletteEntry[]
}

/** Entries that fit the words, best first: label before name, name before category, description last. */
export function searchPalette(descriptions: readonly NodeDescription[], words: string): PaletteEntry[] {
  const terms = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (terms.length === 0) return descriptions.map((description) => ({ description, matches: [] }))
  return descriptions
    .flatMap((description) => {
      const scores = terms.map((term) => scoreTerm(description, term))
      if (scores.some((score) => score === 0)) return []
      const score = scores.reduce((sum, part) => sum + part, 0)
      return [{ entry: { description, matches: findMatches(description.label, terms) }, score }]
    })
    .sort((a, b) => b.score - a.score || compareLabels(a.entry.description, b.entry.description))
    .map(({ entry }) => entry)
}

function scoreTerm({ label, name, category, description }: NodeDescription, term: string): number {
  const text = label.toLowerCase()
  if (text === term) return 100
  if (text.startsWith(term)) return 80
  if (isAtWordStart(label, term)) return 60
  if (text.includes(term)) return 40
  if (name.toLowerCase().includes(term)) return 30
  if (category.toLowerCase().includes(term)) return 20
  if (description.toLowerCase().includes(term)) return 10
  return isSubsequence(term, text) ? 5 : 0
}

/** Words begin after a space or hyphen, and at the capitals of `ChatOpenAI`. */
function isAtWordStart(label: string, term: string): boolean {
  const spaced = label.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return new RegExp(`[\\s_/-]${escapeForPattern(term)}`).test(spaced)
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** Three letters or more, all in the label in this order: `cvq` finds nothing by chance, `convqa` finds its chain. */
function isSubsequence(term: string, text: string): boolean {
  if (term.length < 3) return false
  let at = 0
  for (const letter of term) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

function findMatches(label: string, terms: readonly string[]): [number, number][] {
  const text = label.toLowerCase()
  const found = terms
    .map((term): [number, number] => [text.indexOf(term), text.indexOf(term) + term.length])
    .filter(([start]) => start >= 0)
    .sort(([a], [b]) => a - b)
  const merged: [number, number][] = []
  for (const [start, end] of found) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}

/** One for all comparisons: `localeCompare` makes one for each. */
const alphabet = new Intl.Collator()

function compareLabels(a: NodeDescription, b: NodeDescription): number {
  return alphabet.compare(a.label, b.label)
}

/** By category, both in alphabetical order. */
export function groupPalette(entries: readonly PaletteEntry[]): PaletteGroup[] {
  const groups = new Map<string, PaletteEntry[]>()
  for (const entry of entries) {
    const { category } = entry.description
    groups.set(category, [...(groups.get(category) ?? []), entry])
  }
  return [...groups]
    .map(([category, members]) => ({
      category,
      entries: members.sort((a, b) => compareLabels(a.description, b.description)),
    }))
    .sort((a, b) => alphabet.compare(a.category, b.category))
}

/** What a new node must take or give. */
export interface Fit {
  /** It must have an input for one of these. */
  takes?: readonly string[]
  /** It must have an output for one of these. */
  gives?: readonly string[]
}

export function fits(description: NodeDescription, { takes, gives }: Fit): boolean {
  return (
    (!takes || fittingInput(description, takes) !== undefined) &&
    (!gives || fittingOutput(description, gives) !== undefined)
  )
}

/** The name of the first input that takes one of the classes. */
export function fittingInput(description: NodeDescription, types: readonly string[]): string | undefined {
  return description.inputs.find((input) => takesEdges(input) && typesFit(types, splitTypes(input.type)))?.name
}

function takesEdges(input: NodeDescription['inputs'][number]): boolean {
  return !isParam(input) || input.acceptVariable === true
}

/** The name of the first output that gives one of the classes. */
export function fittingOutput(description: NodeDescription, types: readonly string[]): string | undefined {
  if (!description.outputs) return typesFit(description.baseClasses, types) ? description.name : undefined
  return description.outputs.find((output) => typesFit(output.baseClasses, types))?.name
}
