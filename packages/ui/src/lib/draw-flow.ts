import { applyEdits, createCatalogueIndex, refusalText } from '@chatwright/core'
import type { Edit, Flow, NodeDescription } from '@chatwright/core'

/** Draws a small flow by edits. Throws when this server lacks a part of it. */
export function drawFlow(catalogue: readonly NodeDescription[], edits: readonly Edit[]): Flow {
  const applied = applyEdits({ nodes: [], edges: [] }, edits, createCatalogueIndex(catalogue))
  if ('refusal' in applied) throw new Error(refusalText(applied.refusal))
  return applied.flow
}
