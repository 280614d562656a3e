import { afterAll, beforeAll, expect, test } from 'vitest'
import { attacks, type Target } from '../testing/attacks.ts'
import { startFakeVendor, type FakeVendor } from '../testing/fake-vendor.ts'
import { leastTurn } from '../testing/longest-turn.ts'
import { describeOnMeasuredDeployments, type MeasuredDeployment } from '../testing/measured-deployment.ts'
import { startStranger, type Stranger } from '../testing/stranger.ts'

// What a visitor sends, or points us to, may take long; it never keeps the server from answering others.

/**
 * Of the processor, whatever else the machine does: 100 ms are promised, and half as much again is left to a machine whose caches
 * other programs use. Each of these took between one and forty seconds.
 */
const LONGEST_MS = 150
let count = 0

describeOnMeasuredDeployments('attacks', (start, { hasWorker }) => {
  let stranger: Stranger
  let vendor: FakeVendor
  let server: MeasuredDeployment
  let target: Target

  beforeAll(async () => {
    stranger = await startStranger()
    vendor = await startFakeVendor()
    server = await start({ ALLOWED_PRIVATE_HOSTS: '127.0.0.1' })
    target = { server, address: server.address, strangerUrl: stranger.url, vendorUrl: vendor.url }
  }, 300_000)

  afterAll(async () => {
    await server.close()
    await vendor.close()
    stranger.close()
  })

  // A worker has no part in what the process that is asked answers by itself.
  const tried = Object.entries(attacks).filter(
    ([, { isAnsweredByItself = false }]) => !(hasWorker && isAnsweredByItself),
  )

  test.each(tried)('%s holds nobody up', async (name, { send, isRefused = false }) => {
    let status = 0
    const attack = () => server.longestTurn(async () => ({ status } = await send(target, `${name} ${(count += 1)}`)))
    const turn = await leastTurn(LONGEST_MS, attack)
    expect(status === 200, `answered with ${status}`).toBe(!isRefused)
    expect(await (await fetch(`${target.address}/api/v1/ping`)).text()).toBe('pong')
    expect(turn).toBeLessThan(LONGEST_MS)
  })
})
