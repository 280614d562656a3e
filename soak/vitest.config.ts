import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['chatwright-source'] },
  ssr: { resolve: { conditions: ['chatwright-source'] } },
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['soak/**/*.soak.ts'],
    globalSetup: ['packages/server/test/setup.ts'],
    testTimeout: 7_200_000,
    hookTimeout: 120_000,
    // One at a time: they measure memory and time.
    fileParallelism: false,
  },
})
