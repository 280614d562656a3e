/** A flow that answers with what it finds in a store, two passages of it. */
export function retrieverFlow(store: string, more: Record<string, unknown> = {}) {
  const { data, ...node } = retrieverStep(store)
  const inputs = { ...data.inputs, retrieverQuery: '', retrieverTopK: 2, outputFormat: 'text', ...more }
  const start = {
    id: 'startAgentflow_0',
    type: 'agentFlow',
    position: { x: 0, y: 0 },
    data: { id: 'startAgentflow_0', name: 'startAgentflow', label: 'Start', inputs: { startInputType: 'chatInput' } },
  }
  const edge = {
    id: 'e',
    type: 'agentFlow',
    source: start.id,
    sourceHandle: 'startAgentflow_0-output-startAgentflow',
    target: node.id,
    targetHandle: node.id,
  }
  return { nodes: [start, { ...node, data: { ...data, inputs } }], edges: [edge] }
}

/** A step that searches a store. */
export function retrieverStep(store: string) {
  return {
    id: 'retrieverAgentflow_0',
    type: 'agentFlow',
    position: { x: 0, y: 0 },
    data: {
      id: 'retrieverAgentflow_0',
      name: 'retrieverAgentflow',
      label: 'Retriever',
      inputs: { retrieverKnowledgeDocumentStores: [{ documentStore: store }] },
    },
  }
}
