import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { describe, descriptions } from '../catalogue.fixture.ts'
import { parseClipboard, serializeSelection } from '../clipboard.ts'
import { canConnect } from '../can-connect.ts'
import type { Command } from '../command.ts'
import { createNode } from '../create-node.ts'
import type { Flow } from '../document.ts'
import { edgeId, isParam, parseHandle } from '../handles.ts'
import { createHistory, push, redo, undo } from '../history.ts'
import { newNodeId } from '../new-node-id.ts'
import { findInput, inputHandleOf, takesConnections } from '../node-inputs.ts'
import { openOutputs } from '../node-outputs.ts'
import { referencesIn } from '../references.ts'
import { resolveEdge } from '../resolve-edge.ts'
import { topologicalOrder } from '../topological-order.ts'
import { addNode } from './add-node.ts'
import { chooseOutput } from './choose-output.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { duplicateNodes } from './duplicate-nodes.ts'
import { moveNodes } from './move-nodes.ts'
import { paste } from './paste.ts'
import { removeNodes } from './remove-nodes.ts'
import { renameNode } from './rename-node.ts'
import { resizeNode } from './resize-node.ts'
import { setCredential } from './set-credential.ts'
import { setInput } from './set-input.ts'
import { updateNodeToDefinition } from './update-node-to-definition.ts'

/** An edit chosen by numbers, so that any sequence of them applies to any flow and shrinks well. */
type Edit = (flow: Flow) => Command
const nothing: Command = (flow) => flow
const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % Math.max(items.length, 1)]
const onNode = (flow: Flow, at: number, edit: (id: string) => Command) => {
  const node = pick(flow.nodes, at)
  return node ? edit(node.id) : nothing
}

const number = fc.nat(1_000)
// Through JSON once: it has no negative zero.
const jsonValue = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)))
const position = fc.record({ x: fc.integer({ min: -5_000, max: 5_000 }), y: fc.integer({ min: -5_000, max: 5_000 }) })

const add = fc.tuple(number, position).map(([at, position]): Edit => (flow) => {
  const description = pick(descriptions, at)
  if (!description) return nothing
  return addNode(createNode(description, { id: newNodeId(description.name, flow.nodes), position }))
})
const join = fc.tuple(number, number, number).map(([from, output, to]): Edit => (flow) => {
  const source = pick(flow.nodes, from)
  const chosen = source && pick(openOutputs(source), output)
  if (!chosen) return nothing
  const connections = flow.nodes.flatMap((target) =>
    [...target.data.inputAnchors, ...target.data.inputParams].map((input) => ({
      source: source.id,
      sourceHandle: chosen.handle,
      target: target.id,
      targetHandle: inputHandleOf(target.id, input),
    })),
  )
  // Mostly what fits, so that flows grow; now and then whatever there is, so that refusals are met too.
  const fitting = connections.filter((connection) => canConnect(flow, connection).ok)
  const wanted = pick(to % 5 === 0 ? connections : fitting, to)
  return wanted ? connect(wanted) : nothing
})
const speak = fc.tuple(number, number).map(([at, edgeAt]): Edit => (flow) => {
  // Text that speaks of a connected node, as the variable picker writes it.
  const edge = pick(flow.edges, edgeAt + at)
  const input =
    edge &&
    findInput(
      flow.nodes.find((node) => node.id === edge.target)!,
      parseHandle(edge.targetHandle)!.name,
    )
  if (!edge || !input || !isParam(input)) return nothing
  return setInput(edge.target, input.name, `{"a":"{{${edge.source}.data.instance}}"}`)
})
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 4, arbitrary: add },
  { weight: 8, arbitrary: join },
  { weight: 2, arbitrary: speak },
  number.map(
    (at): Edit =>
      (flow) =>
        disconnect(pick(flow.edges, at)?.id ?? ''),
  ),
  number.map(
    (at): Edit =>
      (flow) =>
        onNode(flow, at, removeNodes),
  ),
  fc.array(number, { maxLength: 4 }).map(
    (places): Edit =>
      (flow) =>
        duplicateNodes(...places.flatMap((at) => pick(flow.nodes, at)?.id ?? [])),
  ),
  fc.tuple(fc.array(number, { maxLength: 4 }), position).map(([places, at]): Edit => (flow) => {
    const ids = places.flatMap((at) => pick(flow.nodes, at)?.id ?? [])
    const selection = parseClipboard(serializeSelection(flow, ids, describe))
    return selection ? paste(selection, at) : nothing
  }),
  fc.tuple(number, position).map(
    ([at, position]): Edit =>
      (flow) =>
        onNode(flow, at, (id) => moveNodes({ [id]: position })),
  ),
  fc.tuple(number, fc.string()).map(
    ([at, label]): Edit =>
      (flow) =>
        onNode(flow, at, (id) => renameNode(id, label)),
  ),
  fc.tuple(number, fc.nat(2000), fc.nat(2000)).map(
    ([at, width, height]): Edit =>
      (flow) =>
        onNode(flow, at, (id) => resizeNode(id, { width, height })),
  ),
  fc.tuple(number, fc.constantFrom('retriever', 'vectorStore', 'llmChain', 'outputPrediction')).map(
    ([at, output]): Edit =>
      (flow) =>
        onNode(flow, at, (id) => chooseOutput(id, output)),
  ),
  fc.tuple(number, fc.constantFrom('temperature', 'model', 'template', '__proto__'), jsonValue).map(
    ([at, name, value]): Edit =>
      (flow) =>
        onNode(flow, at, (id) => setInput(id, name, value)),
  ),
  fc.tuple(number, fc.option(fc.uuid(), { nil: undefined })).map(
    ([at, credential]): Edit =>
      (flow) =>
        onNode(flow, at, (id) => setCredential(id, credential)),
  ),
  number.map(
    (at): Edit =>
      (flow) =>
        onNode(flow, at, (id) =>
          updateNodeToDefinition(id, describe(flow.nodes.find((node) => node.id === id)!.data.name)),
        ),
  ),
)

test(
  '[FLOW-4] [FLOW-8] [FLOW-9] any sequence of edits keeps every invariant, and undo returns the identical flows',
  { timeout: 240_000 },
  () => {
    let joined = 0
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 60, size: 'max' }), (edits) => {
        const states: Flow[] = [freeze({ nodes: [], edges: [] })]
        let history = createHistory(states[0]!)
        for (const edit of edits) {
          const before = history.present
          const after = freeze(edit(before)(before))
          checkInvariants(after)
          checkSharing(before, after)
          history = push(history, { flow: after, edits: [] })
          if (after !== before) states.push(after)
        }
        joined += history.present.edges.length

        for (const state of states.toReversed()) {
          expectParts(history.present, state)
          history = undo(history)
        }
        for (const state of states) {
          expectParts(history.present, state)
          history = redo(history)
        }
      }),
      { numRuns: 200 },
    )
    // The generator must reach flows worth the name, or the invariants would hold of nothing.
    expect(joined).toBeGreaterThan(30)
  },
)

/** A flow that came back is made of the very nodes and edges it had. */
function expectParts(flow: Flow, was: Flow): void {
  expect(flow).toEqual(was)
  expect(flow.nodes.every((node, index) => node === was.nodes[index])).toBe(true)
  expect(flow.edges.every((edge, index) => edge === was.edges[index])).toBe(true)
}

function checkInvariants(flow: Flow): void {
  const ids = flow.nodes.map((node) => node.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(flow.edges.map((edge) => edge.id)).size).toBe(flow.edges.length)
  for (const { id, data } of flow.nodes) {
    expect(data.id).toBe(id)
    expect(id).toMatch(new RegExp(`^${data.name}_\\d+$`))
  }
  for (const edge of flow.edges) checkEdge(flow, edge)
  checkReferences(flow)
  expect(topologicalOrder(flow).cycle).toBeUndefined()
  expect(JSON.parse(JSON.stringify(flow))).toEqual(flow)
}

function checkEdge(flow: Flow, edge: Flow['edges'][number]): void {
  expect(edge.id).toBe(edgeId(edge))
  expect(parseHandle(edge.sourceHandle)).toMatchObject({ nodeId: edge.source, side: 'output' })
  expect(parseHandle(edge.targetHandle)).toMatchObject({ nodeId: edge.target, side: 'input' })
  const ends = resolveEdge(flow, edge)
  if ('problem' in ends) throw new Error(`${edge.id}: ${ends.problem}`)
  expect(edge.sourceHandle).toBe(ends.output.handle)
  expect(edge.targetHandle).toBe(ends.input.id)
}

function checkReferences(flow: Flow): void {
  for (const { id, data } of flow.nodes) {
    for (const anchor of data.inputAnchors) {
      const sources = flow.edges
        .filter((edge) => edge.target === id && parseHandle(edge.targetHandle)?.name === anchor.name)
        .map((edge) => edge.source)
      expect(referencesIn(data.inputs[anchor.name]).sort()).toEqual(sources.sort())
      if (!anchor.list) expect(sources.length).toBeLessThanOrEqual(1)
    }
    for (const param of data.inputParams.filter(takesConnections)) {
      const sources = flow.edges.filter((edge) => edge.target === id).map((edge) => edge.source)
      for (const reference of referencesIn(data.inputs[param.name])) expect(sources).toContain(reference)
    }
  }
}

/** A node that is equal after an edit is the same object, so that the canvas need not look closer. */
function checkSharing(before: Flow, after: Flow): void {
  const known = new Map(before.nodes.map((node) => [node.id, node]))
  const changed = after.nodes.filter((node) => known.has(node.id) && known.get(node.id) !== node)
  for (const node of changed) expect(node).not.toEqual(known.get(node.id))
}

/** Makes an edit that writes into its argument throw. */
function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const part of Object.values(value)) freeze(part)
  return value
}
