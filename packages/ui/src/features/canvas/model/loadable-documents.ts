import type { CatalogueIndex, Flow } from '@chatwright/core'

/** Reads its documents by itself whenever a flow starts; there is nothing to load ahead. */
const FORGETFUL = 'memoryVectorStore'

/** Whether a store of the flow keeps documents that somebody has to load into it first. */
export function hasLoadableDocuments(flow: Flow, catalogue: Pick<CatalogueIndex, 'describe'>): boolean {
  const fed = new Set(
    flow.edges.filter(({ targetHandle }) => targetHandle?.includes('-input-document-')).map(({ target }) => target),
  )
  return flow.nodes.some(
    ({ id, data }) => fed.has(id) && data.name !== FORGETFUL && catalogue.describe(data.name)?.traits?.upserts === true,
  )
}
