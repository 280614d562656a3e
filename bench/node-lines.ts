// The package on each line of Node it is made for, the oldest it allows among them: installed, started, asked about a
// document, code run in its sandbox, backed up and restored. Needs the package registry, which also has the Nodes.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { report } from './lib/figures.ts'
import { waitForFirstWord } from './lib/first-word.ts'
import { commandInstalled, installInto, packInto } from './lib/package.ts'
import { startProduct } from './lib/product.ts'
import { call, storeFlow } from './lib/store-flow.ts'

const LINES = ['20.19.0', '22', '24', 'latest']

const folder = mkdtempSync(join(tmpdir(), 'chatwright-lines-'))
try {
  const file = packInto(join(folder, 'packed'))
  for (const line of LINES) {
    const node = fetchNode(line)
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
    const ready = await useWholly(node, file, join(folder, `on-${line}`))
    report([{ name: `Ready on Node ${version}`, value: ready, unit: 'ms', cap: 1500 }])
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The program of one line of Node, for the machine we are on. */
function fetchNode(line: string): string {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const place = join(folder, `node-${line}`)
  installInto(place, `${name}@${line}`)
  return join(place, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** What a person does with it in the first hour; throws when any of it does not work. Returns the time to ready. */
async function useWholly(node: string, file: string, place: string): Promise<number> {
  installInto(place, file, ['--prefer-offline'], node)
  const command = commandInstalled(place)
  const env = { DATA_DIR: join(place, 'data') }
  mkdirSync(env.DATA_DIR)
  const chatwright = (dataDir: string, ...args: string[]) =>
    execFileSync(node, [command, ...args], {
      env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir },
      encoding: 'utf8',
    })
  const product = await startProduct(env, command, node)
  await waitForFirstWord(product.url)
  const flowId = await storeFlow(product.url, {
    name: 'Code',
    nodes: { customFunction: { javascriptFunction: 'return [$input, typeof process].join(" ")' } },
    links: [],
    outputs: { customFunction: 'EndingNode' },
  })
  const { text } = await call<{ text: string }>(product.url, 'POST', `/internal-prediction/${flowId}`, {
    question: 'three',
  })
  if (text !== 'three undefined') throw new Error(`Code of one’s own gave: ${text}`)
  const backup = join(place, 'a.backup')
  chatwright(env.DATA_DIR, 'backup', backup)
  await product.stop()
  chatwright(env.DATA_DIR, 'doctor', '--reach', 'http://127.0.0.1:9')
  const elsewhere = join(place, 'elsewhere')
  chatwright(elsewhere, 'restore', backup)
  const restored = await startProduct({ DATA_DIR: elsewhere }, command, node)
  const flows = await call<{ id: string }[]>(restored.url, 'GET', '/chatflows')
  await restored.stop()
  if (!flows.some(({ id }) => id === flowId)) throw new Error('A flow is missing from what was restored.')
  return product.bootMs
}
