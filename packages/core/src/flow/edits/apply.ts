import type { CatalogueIndex } from '../catalogue-index.ts'
import type { Flow, FlowNode } from '../document.ts'
import { flowGraph } from '../graph.ts'
import type { EditRefusal } from './refusal.ts'
import { refuse } from './refusal.ts'

/** What an edit has to know of the catalogue. */
export type EditCatalogue = Pick<CatalogueIndex, 'describe'>

export type Outcome = { flow: Flow } | { refusal: EditRefusal }

/** What one kind of edit does to a flow. What it does not touch stays the same object. */
export type Apply<Kind> = (flow: Flow, edit: Kind, catalogue: EditCatalogue) => Outcome

/** How many ids a refusal names at most. */
const MOST_IDS = 100

export function missing(flow: Flow, id: string): { refusal: EditRefusal } {
  const ids = flow.nodes.slice(0, MOST_IDS).map((node) => node.id)
  return refuse('node-missing', { id, ids: ids.join(', ') || '–' })
}

export function nodeOf(flow: Flow, id: string): FlowNode | undefined {
  return flowGraph(flow).nodes.get(id)
}
