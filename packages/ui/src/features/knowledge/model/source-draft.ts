import type { KnowledgeSource, SourceValues } from '@chatwright/contract'
import type { NodeDescription } from '@chatwright/core'

import { defaultsOf } from '../../../parts/parameter-form/node-defaults.ts'

/** A source as its dialog holds it. */
export interface SourceDraft {
  id?: string
  loaderId: string
  loaderName: string
  loaderConfig: Record<string, unknown>
  splitterId: string
  splitterConfig: Record<string, unknown>
  /** The settings this began with. */
  basedOn?: string
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
    basedOn: source.revision,
  }
}

export function toSourceValues(storeId: string, draft: SourceDraft, splitterLabel: string): SourceValues {
  return { ...draft, storeId, splitterName: splitterLabel }
}

export function withSplitter(draft: SourceDraft, splitter: NodeDescription | undefined): SourceDraft {
  return { ...draft, splitterId: splitter?.name ?? '', splitterConfig: splitter ? defaultsOf(splitter) : {} }
}
