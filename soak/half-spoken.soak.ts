import { expect, test } from 'vitest'
import { drawFlow } from '../packages/server/testing/crash-rounds.ts'
import { startFakeVendor } from '../packages/server/testing/fake-vendor.ts'
import { killAtRandomPoints, WORDS } from '../packages/server/testing/half-spoken.ts'
import { shareDatabase } from '../packages/server/testing/shared-services.ts'
import { MISSED_SOON, spawnServer, temporaryFolder } from '../packages/server/testing/spawned-server.ts'

const KILLS = 5

for (const kind of ['SQLite', 'PostgreSQL'] as const) {
  test(`killed ${KILLS} times in the middle of ten answers, on ${kind}: what was committed is kept and told again`, async (context) => {
    const cleanups: (() => Promise<unknown> | void)[] = []
    context.onTestFinished(async () => {
      for (const cleanUp of cleanups.toReversed()) await cleanUp()
    })
    const databaseUrl = kind === 'PostgreSQL' ? await shareDatabase(cleanups) : undefined
    if (kind === 'PostgreSQL' && databaseUrl === undefined) return context.skip('PostgreSQL is not installed')
    const folder = temporaryFolder()
    cleanups.push(() => folder.remove())
    const vendor = await startFakeVendor({ tokens: WORDS, delayMs: 5 })
    cleanups.push(() => vendor.close())
    const shared = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, ...MISSED_SOON }
    const env = { DATA_DIR: folder.path, LOG_LEVEL: 'silent', ...shared }
    let server = await spawnServer(env)
    cleanups.push(() => server.stop('SIGKILL'))
    const flowId = await drawFlow(server.url, vendor.url)
    const kill = async (): Promise<void> => {
      await server.stop('SIGKILL')
      server = await spawnServer(env)
    }
    const product = { url: () => server.url, flowId, kill, readersStay: false }
    expect(await killAtRandomPoints(product, KILLS)).toBe(10 * KILLS)
  })
}
