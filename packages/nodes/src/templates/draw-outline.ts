import { applyEdits, isAgentflow, refusalText, type Edit, type EditCatalogue, type Flow } from '@chatwright/core'
import type { FlowOutline } from './outline.ts'
import { templatePlaces } from './places.ts'

/** As wide as a card, and large enough for the longest note in the letters of a small view. */
const NOTE = { width: 240, height: 160, gap: 40 } as const

/** Draws an outline by edits, as every hand changes a flow. */
export function drawOutline(outline: FlowOutline, catalogue: EditCatalogue): Flow {
  const empty: Flow = { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 0.6 } }
  const drawn = edited(empty, editsOf(outline))
  return edited(drawn, noteOn(drawn, outline.note))

  function edited(flow: Flow, edits: readonly Edit[]): Flow {
    const applied = applyEdits(flow, edits, catalogue)
    if ('flow' in applied) return applied.flow
    throw new Error(`The template "${outline.id}" can't be drawn: ${refusalText(applied.refusal)}`)
  }
}

function editsOf({ id: template, nodes, edges }: FlowOutline): Edit[] {
  const places = templatePlaces[template] ?? {}
  const added = Object.entries(nodes).map(([id, { label, inputs }]): Edit => {
    const [x, y] = places[id] ?? [0, 0]
    return { do: 'add', node: id.slice(0, id.lastIndexOf('_')), id, label, inputs, at: { x, y } }
  })
  const outputs = Object.entries(nodes).flatMap(([id, { output }]): Edit[] =>
    output === undefined ? [] : [{ do: 'output', id, output }],
  )
  return [...added, ...outputs, ...edges.map(connectionOf)]
}

function connectionOf(edge: string): Edit {
  const [, from = '', branch, to = ''] = /^(\w+)(?:[.:](\w+))? > (\S+)$/.exec(edge) ?? []
  return { do: 'connect', from, to, branch }
}

/** Above the first column: nothing stands there and no edge runs there. */
function noteOn(flow: Flow, note: string): Edit[] {
  const node = isAgentflow(flow) ? 'stickyNoteAgentflow' : 'stickyNote'
  const left = Math.min(...flow.nodes.map(({ position }) => position.x))
  const top = Math.min(...flow.nodes.flatMap(({ position: { x, y } }) => (x === left ? y : [])))
  const at = { x: left, y: top - NOTE.height - NOTE.gap }
  return [
    { do: 'add', node, id: `${node}_0`, inputs: { note }, at },
    { do: 'resize', id: `${node}_0`, width: NOTE.width, height: NOTE.height },
  ]
}
