import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { behaviours, startBrokenVendor } from '../packages/server/testing/broken-vendor.ts'
import { drawFlow } from '../packages/server/testing/crash-rounds.ts'
import { startFakeVendor } from '../packages/server/testing/fake-vendor.ts'
import { spawnServer, temporaryFolder } from '../packages/server/testing/spawned-server.ts'

const ROUND = 2000

test(`${ROUND} predictions with errors and cancels, again and again: memory stays flat`, async () => {
  const folder = temporaryFolder()
  const [well, broken] = await Promise.all([
    startFakeVendor({ tokens: ['a', 'b', 'c'], delayMs: 2 }),
    startBrokenVendor(),
  ])
  broken.script = [behaviours.refuse(401)]
  // The heap after a collection is the measure: what the allocator keeps at hand says nothing.
  const server = await spawnServer({
    DATA_DIR: folder.path,
    LOG_LEVEL: 'silent',
    NODE_OPTIONS: `--require ${fileURLToPath(new URL('../packages/server/testing/report-heap.cjs', import.meta.url))}`,
  })
  try {
    const flows = [await drawFlow(server.url, well.url), await drawFlow(server.url, broken.url)]
    const heap = async (): Promise<number> => {
      const at = server.output().length
      server.process.kill('SIGUSR2')
      for (;;) {
        const found = /heap (\d+)/.exec(server.output().slice(at))?.[1]
        if (found) return Number(found) / 1024 ** 2
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    const ask = async (n: number): Promise<void> => {
      const leaves = n % 4 === 0
      const controller = new AbortController()
      const asked = fetch(`${server.url}/api/v1/prediction/${flows[n % 8 === 1 ? 1 : 0]}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question: `q${n}`, streaming: n % 2 === 0 }),
        signal: controller.signal,
      })
      if (leaves) setTimeout(() => controller.abort(), 3)
      await asked.then((answer) => answer.text()).catch(() => undefined)
    }
    const round = async (): Promise<number> => {
      for (let n = 0; n < ROUND; n += 20) await Promise.all(Array.from({ length: 20 }, (_, i) => ask(n + i)))
      await new Promise((resolve) => setTimeout(resolve, 1500))
      return heap()
    }
    await round()
    const warm = await round()
    const after = [await round(), await round()]
    const perThousand = ((after[1] ?? 0) - warm) / ((2 * ROUND) / 1000)
    console.log({ warm, after, megabytesPer1000: perThousand })
    expect(perThousand).toBeLessThan(1)
  } finally {
    await server.stop('SIGKILL')
    await well.close()
    await broken.close()
    folder.remove()
  }
})
