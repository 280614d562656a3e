import { renameNode, setInput } from '@chatwright/core'
import { expect, test } from 'vitest'

import { smallFlow } from './catalogue.fixture.ts'
import { nodeGeometry } from './node-geometry.ts'
import { createProjection } from './project-flow.ts'

const NOTHING = { selectedNodes: new Set<string>(), selectedEdges: new Set<string>(), dragged: {} }
const nameEdge = ({ source, target }: { source: string; target: string }) => `${source} to ${target}`

test('typing in a field draws one node anew and leaves every other object as it was', () => {
  const projection = createProjection(nameEdge)
  const flow = smallFlow()
  const before = projection.nodes(flow, NOTHING)
  const edges = projection.edges(flow, NOTHING)
  const edited = setInput('chatModel_0', 'temperature', 0.2)(flow)
  const after = projection.nodes(edited, NOTHING)
  expect(after.map((node, index) => node === before[index])).toEqual([false, true, true])
  expect(projection.edges(edited, NOTHING)).toBe(edges)
  expect(projection.nodes(edited, NOTHING)).toBe(after)
})

test('selecting and dragging draw the nodes they concern', () => {
  const projection = createProjection(nameEdge)
  const flow = smallFlow()
  const before = projection.nodes(flow, NOTHING)
  const selected = projection.nodes(flow, { ...NOTHING, selectedNodes: new Set(['chain_0']) })
  expect(selected.map((node, index) => node === before[index])).toEqual([true, true, false])
  const dragged = projection.nodes(flow, { ...NOTHING, dragged: { bufferMemory_0: { x: 7, y: 8 } } })
  expect(dragged[1]?.position).toEqual({ x: 7, y: 8 })
  expect(dragged[0]).toBe(before[0])
})

test('every port of the document has its place before the node is drawn', () => {
  const [node] = createProjection(nameEdge).nodes(smallFlow(), NOTHING)
  const source = smallFlow().nodes[0]
  expect(node?.measured).toEqual({ width: 240, height: source && nodeGeometry(source).height })
  expect(node?.handles?.map(({ id, type, x }) => ({ id, type, x }))).toEqual([
    { id: 'chatModel_0-input-cache-BaseCache', type: 'target', x: -6 },
    { id: 'chatModel_0-output-chatModel-ChatModel|BaseChatModel|BaseLanguageModel', type: 'source', x: 234 },
  ])
})

test('an edge is called after the nodes it joins, and by their new names when they are renamed', () => {
  const projection = createProjection(nameEdge)
  const flow = smallFlow()
  const [edge] = projection.edges(flow, NOTHING)
  const label = (id: string | undefined) => flow.nodes.find((node) => node.id === id)?.data.label
  expect(edge?.ariaLabel).toBe(`${label(edge?.source)} to ${label(edge?.target)}`)
  const [renamed] = projection.edges(renameNode(edge?.source ?? '', 'Writer')(flow), NOTHING)
  expect(renamed?.ariaLabel).toBe(`Writer to ${label(edge?.target)}`)
})
