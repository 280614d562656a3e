import { afterAll, beforeAll, expect, test } from 'vitest'
import { attacks, type Target } from '../testing/attacks.ts'
import { describeOnEveryDeployment } from '../testing/every-deployment.ts'
import { startFakeVendor, type FakeVendor } from '../testing/fake-vendor.ts'
import { leastTurn, slowness } from '../testing/longest-turn.ts'
import { startStranger, type Stranger } from '../testing/stranger.ts'
import type { TestServer } from '../testing/test-server.ts'

// What a visitor sends, or points us to, may take long; it never keeps the server from answering others.

/**
 * Of the processor, whatever else the machine does. Each of these took between one and forty seconds, and takes less than 100 ms
 * by itself; in a process that other tests have filled, the tidying up of tens of megabytes comes on top.
 */
const LONGEST_MS = 400
let isWarm = false
let count = 0

describeOnEveryDeployment('attacks', (start) => {
  let stranger: Stranger
  let vendor: FakeVendor
  let server: TestServer
  let target: Target

  beforeAll(async () => {
    stranger = await startStranger()
    vendor = await startFakeVendor()
    server = await start({ env: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' } })
    target = { server, address: await server.listen(), strangerUrl: stranger.url, vendorUrl: vendor.url }
    if (isWarm) return
    // What is loaded and compiled at its first use is not what is measured here.
    for (const attack of Object.values(attacks)) await attack.send(target, 'warm up')
    isWarm = true
  }, 300_000)

  afterAll(async () => {
    await server.close()
    await vendor.close()
    stranger.close()
  })

  test.each(Object.entries(attacks))('%s holds nobody up', async (name, { send, isRefused = false }) => {
    let status = 0
    const limit = LONGEST_MS * slowness()
    const turn = await leastTurn(limit, async () => ({ status } = await send(target, `${name} ${(count += 1)}`)))
    expect(status === 200, `answered with ${status}`).toBe(!isRefused)
    expect(await (await fetch(`${target.address}/api/v1/ping`)).text()).toBe('pong')
    expect(turn).toBeLessThan(limit)
  })
})
