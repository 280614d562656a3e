import type { Flow, NodeDescription } from '@chatwright/core'
import { expect, test } from 'vitest'

import { hasLoadableDocuments } from './loadable-documents.ts'

const describe = (name: string) =>
  name === 'store' ? ({ name, traits: { upserts: true } } as unknown as NodeDescription) : undefined

function flowWith(targetHandle: string, name = 'store'): Flow {
  const node = { id: 's_0', position: { x: 0, y: 0 }, data: { name } }
  const edge = { id: 'e', source: 'l_0', target: 's_0', targetHandle }
  return { nodes: [node], edges: [edge] } as unknown as Flow
}

test('documents can be loaded once they are led into a store that keeps them', () => {
  expect(hasLoadableDocuments(flowWith('s_0-input-document-Document'), { describe })).toBe(true)
  expect(hasLoadableDocuments(flowWith('s_0-input-embeddings-Embeddings'), { describe })).toBe(false)
  expect(hasLoadableDocuments(flowWith('s_0-input-document-Document', 'other'), { describe })).toBe(false)
  expect(hasLoadableDocuments({ nodes: [], edges: [] }, { describe })).toBe(false)
})
