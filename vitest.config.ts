import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const conditions = ['chatwright-source']
const shared = { resolve: { conditions }, ssr: { resolve: { conditions } } }

/** Nothing fails for being slow: a test that hangs is ended, and a condition is waited for, in minutes. */
const patience = {
  setupFiles: ['scripts/patient-waits.ts'],
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 50 } },
}

/** In processes of their own: where hundreds of servers have been before, collecting garbage takes most of the time. */
const MEASURED = ['packages/server/{faults,src/door/http}/**/*.test.ts']

/**
 * One more than there are cores: tests wait for sockets, children, databases and pages, a third of their time. All projects
 * share them, so that one begins where another's last files leave a core.
 */
const workers = Math.min(Math.max(availableParallelism(), 2), 4) + 1

export default defineConfig({
  test: {
    // Files share the process they run in (`isolate: false`): loading the server anew, and cold, for each of its files cost
    // a third of its tests' time.
    maxWorkers: workers,
    // Asked for by `npm run coverage` alone.
    coverage: {
      provider: 'v8',
      include: ['packages/ui/src/**/*.{ts,tsx}'],
      exclude: ['**/*.{test,fixture}.{ts,tsx}'],
      reporter: ['json'],
      reportsDirectory: 'coverage',
    },
    projects: [
      {
        ...shared,
        test: {
          ...patience,
          name: 'unit',
          isolate: false,
          include: [
            'packages/{core,contract,code,engine,nodes}/src/**/*.test.ts',
            'packages/code/test/**/*.test.ts',
            'packages/importers/test/**/*.test.ts',
            '{scripts,soak}/**/*.test.ts',
          ],
        },
      },
      {
        ...shared,
        test: {
          ...patience,
          name: 'server',
          isolate: false,
          include: ['packages/server/src/**/*.test.ts'],
          exclude: MEASURED,
          globalSetup: ['packages/server/test/setup.ts'],
          setupFiles: [...patience.setupFiles, 'packages/server/test/watch-plans.ts'],
        },
      },
      {
        ...shared,
        test: {
          ...patience,
          name: 'faults',
          isolate: false,
          include: MEASURED,
          globalSetup: ['packages/server/test/setup.ts'],
        },
      },
      {
        ...shared,
        test: {
          ...patience,
          name: 'ui',
          isolate: false,
          include: ['packages/ui/src/**/*.test.{ts,tsx}'],
          // Made once in each worker; the runner's last line adds it up again for every file.
          environment: 'jsdom',
          setupFiles: [...patience.setupFiles, 'packages/ui/test/setup.ts'],
        },
      },
      {
        ...shared,
        test: {
          ...patience,
          name: 'e2e',
          isolate: false,
          include: ['e2e/**/*.e2e.ts'],
        },
      },
    ],
  },
})
