import { defineConfig } from 'vitest/config'

const conditions = ['chatwright-source']
const shared = { resolve: { conditions }, ssr: { resolve: { conditions } } }

export default defineConfig({
  test: {
    // Two cores, two workers: what waits on a socket or a child leaves its core to the other.
    maxWorkers: 2,
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          isolate: false,
          testTimeout: 30_000,
          include: ['packages/{core,contract,engine,nodes}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        ...shared,
        test: {
          name: 'server',
          include: ['packages/server/src/**/*.test.ts'],
          globalSetup: ['packages/server/test/setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'ui',
          isolate: false,
          testTimeout: 30_000,
          include: ['packages/ui/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['packages/ui/test/setup.ts'],
        },
      },
      {
        ...shared,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000, interval: 100 } },
        },
      },
    ],
  },
})
