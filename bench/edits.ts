// Edits of a large flow, as the canvas makes them: each of the flow that the one before has left.
import { applyEdit, createCatalogueIndex, type Edit, type Flow } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { loadavg } from 'node:os'
import { report, summarise, type Figure } from './lib/figures.ts'
import { repeatedFlow, wovenFlow } from './lib/large-flow.ts'

const NODES = 5000
const TURNS = 60
const CAP_MS = 2

const { nodes } = await loadCatalogue()
const catalogue = createCatalogueIndex(nodes)
const large = repeatedFlow(JSON.stringify(wovenFlow(nodes, 1000)), NODES / 1000)

const named = (name: string, turn: number): string => {
  const fitting = large.nodes.filter(({ data }) => data.name === name)
  return fitting[(turn * 37) % fitting.length]?.id ?? ''
}
const edge = (turn: number) => large.edges[(turn * 53) % large.edges.length]

const kinds: Record<string, (turn: number) => Edit> = {
  set: (turn) => ({ do: 'set', id: named('toolAgent', turn), path: 'systemMessage', value: `Turn ${turn}` }),
  rename: (turn) => ({ do: 'rename', id: named('chatOpenAI', turn), label: `Model ${turn}` }),
  move: (turn) => ({ do: 'move', places: { [named('toolAgent', turn)]: { x: turn, y: turn } } }),
  add: () => ({ do: 'add', node: 'calculator', at: { x: 10, y: 10 } }),
  remove: (turn) => ({ do: 'remove', ids: [named('calculator', turn)] }),
  disconnect: (turn) => ({ do: 'disconnect', from: edge(turn)?.source ?? '', to: edge(turn)?.target ?? '' }),
}

const figures = Object.entries(kinds).map(([name, edit]) => measure(name, edit))
figures.push(connecting(), undoing())
report(figures)
console.log(
  `Load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
)

function measure(name: string, edit: (turn: number) => Edit): Figure {
  let flow = large
  const times: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    const made = edit(turn)
    const start = performance.now()
    const applied = applyEdit(flow, made, catalogue)
    times.push(performance.now() - start)
    flow = must(applied)
  }
  return figure(`${name}, ${NODES} nodes`, times)
}

/** An edge is taken away and drawn again. */
function connecting(): Figure {
  let flow = large
  const times: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { source = '', target = '', targetHandle = '' } = edge(turn) ?? {}
    const to = `${target}.${targetHandle.split('-')[2] ?? ''}`
    flow = must(applyEdit(flow, { do: 'disconnect', from: source, to }, catalogue))
    const start = performance.now()
    const applied = applyEdit(flow, { do: 'connect', from: source, to }, catalogue)
    times.push(performance.now() - start)
    flow = must(applied)
  }
  return figure(`connect, ${NODES} nodes`, times)
}

function undoing(): Figure {
  const times: number[] = []
  let flow = large
  for (let turn = 0; turn < TURNS; turn += 1) {
    const applied = applyEdit(flow, { do: 'remove', ids: [named('calculator', turn)] }, catalogue)
    if ('refusal' in applied) throw new Error(applied.refusal.code)
    const start = performance.now()
    const restored = applyEdit(applied.flow, applied.inverse, catalogue)
    times.push(performance.now() - start)
    flow = must(restored)
  }
  return figure(`undo of a removal, ${NODES} nodes`, times)
}

function must(applied: ReturnType<typeof applyEdit>): Flow {
  if ('refusal' in applied) throw new Error(JSON.stringify(applied.refusal))
  return applied.flow
}

function figure(name: string, times: number[]): Figure {
  const { median, low, high } = summarise(times.slice(5))
  return { name, value: median, noise: `(${low.toFixed(2)} to ${high.toFixed(2)})`, unit: 'ms', cap: CAP_MS }
}
