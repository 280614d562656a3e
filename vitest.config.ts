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

/** Two cores, two workers: a browser keeps its core busy, and a third makes all of them slower and ends no sooner. */
const journeys = { maxWorkers: 2, sequence: { groupOrder: 0 } }
/** What waits on a socket, a database or a child leaves its core to the others. */
const others = { maxWorkers: 3, sequence: { groupOrder: 1 } }

/** In processes of their own: where hundreds of servers have been before, collecting garbage takes most of the time. */
const MEASURED = ['packages/server/src/{faults,http}/**/*.test.ts']

export default defineConfig({
  test: {
    // Files share the process they run in (`isolate: false`): loading the server anew, and cold, for each of its files cost a
    // third of its tests' time. See `journeys` and `others` for how many processes there are.
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
          ...others,
          name: 'unit',
          isolate: false,
          include: ['packages/{core,contract,engine,nodes}/src/**/*.test.ts', '{scripts,soak}/**/*.test.ts'],
        },
      },
      {
        ...shared,
        test: {
          ...patience,
          ...others,
          name: 'server',
          isolate: false,
          include: ['packages/server/src/**/*.test.ts'],
          exclude: MEASURED,
          globalSetup: ['packages/server/test/setup.ts'],
        },
      },
      {
        ...shared,
        test: {
          ...patience,
          ...others,
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
          ...others,
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
          ...journeys,
          name: 'e2e',
          isolate: false,
          include: ['e2e/**/*.e2e.ts'],
        },
      },
    ],
  },
})
