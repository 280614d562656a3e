import { isParam, searchNodes, splitTypes, termsOf, typesFit } from '@chatwright/core'
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

/** Entries that fit the words, best first. */
export function searchPalette(descriptions: readonly NodeDescription[], words: string): PaletteEntry[] {
  const terms = termsOf(words)
  return searchNodes(descriptions, words).map((description) => ({
    description,
    matches: terms.length === 0 ? [] : findMatches(description.label, terms),
  }))
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
