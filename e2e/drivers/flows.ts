import type { NodeDescription } from '@chatwright/core'

import type { Product } from '../harness.ts'

const catalogues = new WeakMap<Product, Promise<NodeDescription[]>>()

/** What flows are drawn from: megabytes, which a product is asked for once. */
export function catalogueOf(product: Product): Promise<NodeDescription[]> {
  const known = catalogues.get(product) ?? product.api<NodeDescription[]>('GET', '/nodes')
  catalogues.set(product, known)
  return known
}

export interface StoredFlow {
  id: string
  name: string
  flowData: string
}

/** A flow whose nodes are in the catalogue or not: lists show their names either way. */
export function flowOf(nodeNames: readonly string[]): string {
  const nodes = nodeNames.map((name, index) => {
    const id = `${name}_${index}`
    const data = {
      id,
      name,
      label: name,
      type: name,
      version: 1,
      baseClasses: [name],
      category: 'Chains',
      inputParams: [],
      inputAnchors: [],
      inputs: {},
      outputAnchors: [],
    }
    return { id, type: 'customNode', position: { x: index * 350, y: 100 }, data }
  })
  return JSON.stringify({ nodes, edges: [], viewport: { x: 0, y: 0, zoom: 1 } })
}

export function createFlow(product: Product, flow: { name: string; nodes?: string[] } & Record<string, unknown>) {
  const { nodes = ['chatOpenAI', 'conversationChain'], ...fields } = flow
  return product.api<StoredFlow>('POST', '/chatflows', { flowData: flowOf(nodes), ...fields })
}

/** Through one import, as thousands of single requests would only measure the test. */
export async function createManyFlows(product: Product, count: number): Promise<void> {
  const now = Date.now()
  // Of a node without settings: reading thousands of large ones is not what is looked at.
  const flowData = flowOf(['calculator'])
  const chatflows = Array.from({ length: count }, (_, index) => ({
    id: `flow-${String(index).padStart(6, '0')}`,
    name: `Flow number ${String(index).padStart(6, '0')}`,
    flowData,
    createdDate: new Date(now - index * 1000).toISOString(),
    updatedDate: new Date(now - index * 1000).toISOString(),
  }))
  const response = await fetch(`${product.url}/api/v1/database/load`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chatmessages: [], chatflows, apikeys: [] }),
  })
  if (!response.ok) throw new Error(`Loading ${count} flows answered ${response.status}: ${await response.text()}`)
}
