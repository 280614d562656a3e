import { readFileSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { instrument } from './instrument.ts'
import { readJob } from './job.ts'
import { root } from './plan.ts'

const conditions = ['chatwright-source']
const { marks, tests } = readJob()

/** Small files first: what they notice, the large ones that reach everything need not try. */
class SmallFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sizes = new Map(files.map((file) => [file, statSync(file.moduleId).size]))
    return files.toSorted((a, b) => (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0))
  }
}

/** The tests of one area over sources that hold its mutants. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      transform(_, id) {
        const file = relative(root, id.split('?')[0] ?? '')
        const own = marks.filter((mutant) => mutant.file === file)
        return own.length > 0 ? instrument(readFileSync(`${root}${file}`, 'utf8'), own) : undefined
      },
    },
  ],
  test: {
    root,
    include: tests,
    runner: 'soak/mutants/mutant-runner.ts',
    setupFiles: ['scripts/patient-waits.ts'],
    // SQLite alone: what differs between the databases is no matter of access, and half the time is saved.
    provide: { postgresUrl: undefined },
    sequence: { sequencer: SmallFirst },
    maxWorkers: 2,
    // A mutant that hangs is noticed; a machine that is busy must not look like one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000, interval: 20 } },
    passWithNoTests: true,
    dangerouslyIgnoreUnhandledErrors: true,
    silent: true,
  },
})
