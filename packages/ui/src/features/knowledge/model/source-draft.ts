import type { KnowledgeSource, SourceValues } from '@chatwright/contract'
import { createNode } from '@chatwright/core'
import type { InputParam, NodeDescription } from '@chatwright/core'

/** A source as its dialog holds it. */
export interface SourceDraft {
  id?: string
  loaderId: string
  loaderName: string
  loaderConfig: Record<string, unknown>
  splitterId: string
  splitterConfig: Record<string, unknown>
}

/** Short passages that keep the heading they stand under: found more often by the built-in embedding than long ones. */
export const USUAL_SPLITTER = {
  name: 'markdownTextSplitter',
  config: { chunkSize: 300, chunkOverlap: 40, splitByHeaders: 'h6' },
} as const

export function newDraft(loader: NodeDescription, splitters: readonly NodeDescription[]): SourceDraft {
  const splitter = splitters.find(({ name }) => name === USUAL_SPLITTER.name)
  return {
    loaderId: loader.name,
    loaderName: loader.label,
    loaderConfig: defaultsOf(loader),
    splitterId: splitter?.name ?? '',
    splitterConfig: splitter ? { ...defaultsOf(splitter), ...USUAL_SPLITTER.config } : {},
  }
}

export function draftOf(source: KnowledgeSource): SourceDraft {
  const { id, loaderId, loaderName, loaderConfig, splitterId, splitterConfig, credential } = source
  return {
    id,
    loaderId,
    loaderName,
    loaderConfig: { ...loaderConfig, ...(credential !== undefined && { credential }) },
    splitterId,
    splitterConfig,
  }
}

export function toSourceValues(storeId: string, draft: SourceDraft, splitterLabel: string): SourceValues {
  return { ...draft, storeId, splitterName: splitterLabel }
}

export function withSplitter(draft: SourceDraft, splitter: NodeDescription | undefined): SourceDraft {
  return { ...draft, splitterId: splitter?.name ?? '', splitterConfig: splitter ? defaultsOf(splitter) : {} }
}

/** The fields of a node's form, as on the canvas: without what would be connected there. */
export function formInputs(description: NodeDescription): readonly InputParam[] {
  return nodeOf(description).inputParams
}

/** What a node has before anybody fills in its form. */
export function defaultsOf(description: NodeDescription): Record<string, unknown> {
  const { inputs, inputParams } = nodeOf(description)
  const names = new Set(inputParams.map(({ name }) => name))
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => names.has(name)))
}

function nodeOf(description: NodeDescription) {
  return createNode(description, { id: description.name, position: { x: 0, y: 0 } }).data
}
