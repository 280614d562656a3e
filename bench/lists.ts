// Lists that grow: a page of 10,000 flows against a page of 100, and saving a large graph.
import { report, summarise } from './lib/figures.ts'
import { startProduct } from './lib/product.ts'

const graph = JSON.stringify({ nodes: Array.from({ length: 30 }, (_, i) => node(`chatOpenAI_${i}`)), edges: [] })
const product = await startProduct()
try {
  await fill(100)
  const small = await pageTime()
  await fill(9900)
  const large = await pageTime()
  const list = await (await fetch(`${product.url}/api/v1/chatflows?limit=1`)).text()
  const big = JSON.stringify({
    nodes: Array.from({ length: 1000 }, (_, i) => node(`chatOpenAI_${i}`)),
    edges: Array.from({ length: 2000 }, (_, i) => edge(i % 1000, (i * 7 + 1) % 1000, i)),
  })
  const saveStart = performance.now()
  const saved = await post('Big', big)
  const saveMs = performance.now() - saveStart
  report([
    { name: 'List page at 100 flows', value: small, unit: 'ms' },
    { name: 'List page at 10,000 flows, times that at 100', value: large / small, unit: '×', cap: 3 },
    {
      name: 'A graph in the list (characters of flowData)',
      value: list.includes('flowData') ? 1 : 0,
      unit: '',
      cap: 0,
    },
    {
      name: 'Save 1,000 nodes and 2,000 edges',
      value: saved.ok ? saveMs : Number.POSITIVE_INFINITY,
      unit: 'ms',
      cap: 1000,
    },
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
  return fetch(`${product.url}/api/v1/chatflows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, flowData }),
  })
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

function edge(from: number, to: number, index: number) {
  const source = `chatOpenAI_${from}`
  const target = `chatOpenAI_${to}`
  const sourceHandle = `${source}-output-chatOpenAI-ChatOpenAI`
  const targetHandle = `${target}-input-model${index}-ChatOpenAI`
  return { id: `${source}-${sourceHandle}-${target}-${targetHandle}`, source, target, sourceHandle, targetHandle }
}
