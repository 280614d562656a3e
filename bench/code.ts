// Flows as code: printing and parsing large ones, as the canvas and a save have them.
import { parseFlow, printFlow } from '@chatwright/code'
import { createCatalogueIndex } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { loadavg } from 'node:os'
import { report, summarise, type Figure } from './lib/figures.ts'
import { repeatedFlow, wovenFlow } from './lib/large-flow.ts'

const { nodes } = await loadCatalogue()
const catalogue = createCatalogueIndex(nodes)

const woven = JSON.stringify(wovenFlow(nodes, 1000))
const figures = [...measure(1000, 50), ...measure(5000, 250)]
report(figures)
console.log(
  `Load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
)

function measure(count: number, cap: number): Figure[] {
  // As it is stored: nothing in it is the catalogue's own object.
  const flow = repeatedFlow(woven, count / 1000)
  const { files, entry } = printFlow(flow, catalogue, { name: 'Large' })
  const read = (): void => {
    const { problems } = parseFlow((path) => files.get(path), catalogue, { entry })
    if (problems.length > 0) throw new Error(problems[0]?.message)
  }
  return [
    {
      name: `Print ${count} nodes and ${count * 2} edges`,
      ...timesOf(() => printFlow(flow, catalogue, { name: 'Large' })),
      unit: 'ms',
      cap,
    },
    { name: `Parse ${count} nodes and ${count * 2} edges`, ...timesOf(read), unit: 'ms', cap },
  ]
}

function timesOf(work: () => unknown): Pick<Figure, 'value' | 'noise'> {
  const times: number[] = []
  for (let turn = 0; turn < 12; turn += 1) {
    const start = performance.now()
    work()
    times.push(performance.now() - start)
  }
  const { median, low, high } = summarise(times.slice(2))
  return { value: median, noise: `(${low.toFixed(1)} to ${high.toFixed(1)})` }
}
