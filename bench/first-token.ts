// How long somebody waits for the first streamed word about a document of their own, with an empty data folder and no
// network: from `chatwright start`, and from `npm start` in a folder where everything is installed and built.
import { fileURLToPath } from 'node:url'
import { report, summarise } from './lib/figures.ts'
import { waitForFirstWord } from './lib/first-word.ts'
import type { FirstWord } from './lib/first-word.ts'
import { npmStart } from './lib/npm-start.ts'
import { startProduct } from './lib/product.ts'

const ROUNDS = 5
const root = fileURLToPath(new URL('../../', import.meta.url))

const fromCommand = await measure(() => startProduct())
const fromNpm = await measure(() => npmStart(root))

async function measure(start: () => Promise<{ url: string; stop(): Promise<void> }>) {
  const rounds: (FirstWord & { wholeMs: number })[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    const product = await start()
    const readyMs = performance.now() - startedAt
    const word = await waitForFirstWord(product.url)
    rounds.push({ ...word, wholeMs: readyMs + word.loadingMs + word.firstTokenMs })
    await product.stop()
  }
  return rounds
}

const figure = (name: string, values: number[], cap?: number) => {
  const { median, low, high } = summarise(values)
  return {
    name,
    value: median,
    unit: 'ms',
    ...(cap !== undefined && { cap }),
    noise: `${low.toFixed(0)}–${high.toFixed(0)}`,
  }
}
report([
  figure(
    'From chatwright start to the first word',
    fromCommand.map(({ wholeMs }) => wholeMs),
    10_000,
  ),
  figure(
    '  of which: storing the file, the flow and its passages',
    fromCommand.map(({ loadingMs }) => loadingMs),
  ),
  figure(
    '  of which: question to first word',
    fromCommand.map(({ firstTokenMs }) => firstTokenMs),
  ),
  figure(
    'From npm start, installed and built, to the first word',
    fromNpm.map(({ wholeMs }) => wholeMs),
    10_000,
  ),
  figure(
    'Question to first word, from then on',
    fromCommand.map(({ laterTokenMs }) => laterTokenMs),
  ),
])
