// Lists that grow: a page of 10,000 flows against a page of 100, and saving and checking a large flow as it is drawn.
import type { NodeDescription } from '@chatwright/core'
import { loadavg } from 'node:os'
import { report, summarise } from './lib/figures.ts'
import { wovenFlow } from './lib/large-flow.ts'
import { startProduct } from './lib/product.ts'

const graph = JSON.stringify({ nodes: Array.from({ length: 30 }, (_, i) => node(`chatOpenAI_${i}`)), edges: [] })
const product = await startProduct()
try {
  await fill(100)
  const small = await pageTime()
  await fill(9900)
  const large = await pageTime()
  const list = await (await fetch(`${product.url}/api/v1/chatflows?limit=1`)).text()
  const nodes = (await (await fetch(`${product.url}/api/v1/nodes`)).json()) as NodeDescription[]
  const drawn = wovenFlow(nodes, 1000)
  const made = await post('Big', JSON.stringify(drawn))
  const { id } = (await made.json()) as { id: string }
  // As the canvas does: a node was moved, and all of it is sent and comes back.
  const saves = await timesOf(async (turn) => {
    const moved = drawn.nodes.map((node, at) => (at === turn ? { ...node, position: { x: turn + 1, y: 5 } } : node))
    return send('PUT', `/chatflows/${id}`, { flowData: JSON.stringify({ ...drawn, nodes: moved }) })
  })
  const checks = await timesOf(() => fetch(`${product.url}/api/v1/validation/${id}`))
  report([
    { name: 'List page at 100 flows', value: small, unit: 'ms' },
    { name: 'List page at 10,000 flows, times that at 100', value: large / small, unit: '×', cap: 3 },
    {
      name: 'A graph in the list (characters of flowData)',
      value: list.includes('flowData') ? 1 : 0,
      unit: '',
      cap: 0,
    },
    { name: 'Save 1,000 nodes and 2,000 edges', ...saves, unit: 'ms', cap: 1000 },
    { name: 'Check 1,000 nodes and 2,000 edges', ...checks, unit: 'ms', cap: 200 },
  ])
} finally {
  await product.stop()
}

async function pageTime(): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 40; i += 1) {
    const start = performance.now()
    await (await fetch(`${product.url}/api/v1/chatflows?limit=50`)).arrayBuffer()
    times.push(performance.now() - start)
  }
  return summarise(times).median
}

async function fill(count: number): Promise<void> {
  const CONCURRENT = 20
  for (let i = 0; i < count; i += CONCURRENT) {
    await Promise.all(Array.from({ length: Math.min(CONCURRENT, count - i) }, (_, n) => post(`Flow ${i + n}`, graph)))
  }
}

function post(name: string, flowData: string): Promise<Response> {
  return send('POST', '/chatflows', { name, flowData })
}

function send(method: string, path: string, body: object): Promise<Response> {
  return fetch(`${product.url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** The median over ten calls, each with the whole of its answer. */
async function timesOf(call: (turn: number) => Promise<Response>): Promise<{ value: number; noise: string }> {
  const times: number[] = []
  for (let turn = 0; turn < 10; turn += 1) {
    const start = performance.now()
    const answer = await call(turn)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`Refused with ${answer.status}`)
    times.push(performance.now() - start)
  }
  const { median, low, high } = summarise(times)
  return { value: median, noise: `${low.toFixed(0)} to ${high.toFixed(0)}, load ${(loadavg()[0] ?? 0).toFixed(1)}` }
}

function node(id: string) {
  return {
    id,
    type: 'customNode',
    position: { x: 0, y: 0 },
    data: {
      id,
      label: 'ChatOpenAI',
      name: 'chatOpenAI',
      version: 1,
      type: 'ChatOpenAI',
      baseClasses: ['ChatOpenAI'],
      category: 'Chat Models',
      inputParams: [],
      inputAnchors: [],
      inputs: { temperature: '0.9', note: 'x'.repeat(500) },
      outputAnchors: [],
      outputs: {},
    },
  }
}
