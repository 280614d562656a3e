// What a hundred more nodes cost at the start of the server: interleaved boots with and without them, in one run.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { report, summarise } from './lib/figures.ts'
import { cpuMs, startProduct } from './lib/product.ts'

const MORE = 100
const PAIRS = 9

interface Manifest {
  nodes: { module: string; description: { name: string } }[]
}

const folder = mkdtempSync(join(tmpdir(), 'chatwright-more-nodes-'))
try {
  addNodes(folder)
  const plain: Boot[] = []
  const more: Boot[] = []
  // The first of all pays for a cold disk.
  await boot({})
  for (let pair = 0; pair < PAIRS; pair += 1) {
    plain.push(await boot({}))
    more.push(await boot({ EXTRA_NODES: folder }))
  }
  const time = { plain: median(plain, 'ms'), more: median(more, 'ms') }
  const work = { plain: median(plain, 'cpu'), more: median(more, 'cpu') }
  report([
    { name: 'Spawn to ready', value: time.plain, unit: 'ms' },
    { name: `Spawn to ready with ${MORE} more nodes`, value: time.more, unit: 'ms' },
    { name: 'Processor time to ready', value: work.plain, unit: 'ms' },
    { name: `Processor time to ready with ${MORE} more nodes`, value: work.more, unit: 'ms' },
    { name: 'More processor time', value: 100 * (work.more / work.plain - 1), unit: '%', cap: 5 },
  ])
} finally {
  rmSync(folder, { recursive: true })
}

interface Boot {
  ms: number
  cpu: number
}

async function boot(env: Record<string, string>): Promise<Boot> {
  const product = await startProduct(env)
  const cpu = cpuMs(product.process.pid ?? 0)
  await product.stop()
  return { ms: product.bootMs, cpu }
}

function median(boots: readonly Boot[], measure: keyof Boot): number {
  return summarise(boots.map((each) => each[measure])).median
}

/** Nodes as large as ours, under names of their own, in a folder built as ours is. */
function addNodes(root: string): void {
  const file = new URL('../../packages/nodes/dist/manifest.json', import.meta.url)
  const own = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  mkdirSync(join(root, 'tools'))
  const nodes = own.nodes.slice(0, MORE).map(({ description }, index) => {
    const module = `tools/more-${index}.mjs`
    const renamed = { ...description, name: `more${index}${description.name}` }
    writeFileSync(join(root, module), `export default { ...${JSON.stringify(renamed)}, inputs: {}, build: () => '' }\n`)
    return { module, description: renamed }
  })
  if (nodes.length < MORE) throw new Error(`The catalogue has fewer than ${MORE} nodes`)
  writeFileSync(join(root, 'manifest.json'), JSON.stringify({ nodes, credentials: [] }))
}
