// How fast the built server is ready, and what it weighs while nothing happens.
import { setTimeout as sleep } from 'node:timers/promises'
import { report, summarise } from './lib/figures.ts'
import { residentMb, startProduct } from './lib/product.ts'

const boots: number[] = []
const memory: number[] = []
for (let i = 0; i < 7; i += 1) {
  const product = await startProduct()
  boots.push(product.bootMs)
  await sleep(1500)
  memory.push(residentMb(product.process.pid ?? 0))
  await product.stop()
}
const boot = summarise(boots)
const idle = summarise(memory)
report([
  {
    name: 'Spawn to ready',
    value: boot.median,
    unit: 'ms',
    cap: 1000,
    noise: `${boot.low.toFixed(0)}–${boot.high.toFixed(0)}`,
  },
  {
    name: 'Idle resident memory',
    value: idle.median,
    unit: 'MB',
    cap: 120,
    noise: `${idle.low.toFixed(0)}–${idle.high.toFixed(0)}`,
  },
])
