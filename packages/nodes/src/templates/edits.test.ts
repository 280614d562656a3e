import { applyEdit, applyEdits, createCatalogueIndex, diffFlows, type Edit, type Flow } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'

const { nodes, templates } = await loadCatalogue()
const catalogue = createCatalogueIndex(nodes)
const EMPTY: Flow = { nodes: [], edges: [] }
const bytes = (flow: Flow) => JSON.stringify({ nodes: flow.nodes, edges: flow.edges })

const flows = (await templates()).filter(({ content }) => Array.isArray(content['nodes']))

describe.each(flows.map(({ id, content }) => [id, content] as const))('template %s', (_, content) => {
  const flow = JSON.parse(JSON.stringify({ nodes: content['nodes'], edges: content['edges'] })) as Flow

  test('is drawn by edits alone, and by no part that is put in as it is', () => {
    const edits = JSON.parse(JSON.stringify(diffFlows(EMPTY, flow, catalogue))) as Edit[]
    const applied = applyEdits(EMPTY, edits, catalogue)
    expect('flow' in applied ? bytes(applied.flow) : applied).toBe(bytes(flow))
    expect(edits.filter((edit) => edit.do === 'restore')).toEqual([])
  })
})

test.each(nodes.map(({ name }) => [name]))(
  '%s is added, set in every input, removed and put back to the byte',
  (name) => {
    const added = applyEdit(EMPTY, { do: 'add', node: name, id: `${name}_7` }, catalogue)
    if (!('flow' in added)) throw new Error(JSON.stringify(added.refusal))
    let flow = added.flow
    for (const { name: input } of flow.nodes[0]?.data.inputParams ?? []) {
      if (input === 'credential') continue
      const edit: Edit = { do: 'set', id: `${name}_7`, path: input, value: 'a text' }
      const applied = applyEdit(flow, edit, catalogue)
      if (!('flow' in applied)) throw new Error(JSON.stringify(applied.refusal))
      expect(applied.flow.nodes[0]?.data.inputs[input]).toBe('a text')
      const undone = applyEdit(applied.flow, applied.inverse, catalogue)
      expect('flow' in undone && bytes(undone.flow)).toBe(bytes(flow))
      const [told] = diffFlows(flow, applied.flow, catalogue)
      expect(applied.flow === flow || told).toEqual(applied.flow === flow || edit)
      flow = applied.flow
    }
    const removed = applyEdit(flow, { do: 'remove', ids: [`${name}_7`] }, catalogue)
    const back = 'flow' in removed && applyEdit(removed.flow, removed.inverse, catalogue)
    expect(back && 'flow' in back && bytes(back.flow)).toBe(bytes(flow))
  },
)
