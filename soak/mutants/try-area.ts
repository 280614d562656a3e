import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JOB_VARIABLE, type Job } from './job.ts'
import { root, type Plan, type PlannedMutant } from './plan.ts'
import { UNBROKEN, Verdicts } from './verdicts.ts'

/** Longer than the tests of the slowest file take on a busy machine: a worker that is at one mutant for so long hangs in it. */
const HANGING_MS = 300_000

export interface TriedMutant extends PlannedMutant {
  /** Undefined when no test noticed. */
  killedBy: string | undefined
  isReached: boolean
}

/** Wakes each mutant of the plan and says which test noticed. */
export async function tryMutants({ tests, mutants, marks }: Plan): Promise<TriedMutant[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-mutants-'))
  const verdicts = new Verdicts(folder)
  try {
    for (let left = tests; left.length > 0;) {
      await runTests({ folder, tests: left, mutants, marks }, verdicts)
      const unfinished = left.filter((file) => !verdicts.isDone(file))
      if (unfinished.length === left.length) throw new Error(`These tests do not run: ${unfinished.join(', ')}`)
      left = unfinished
    }
    const all = verdicts.all()
    const unfit = all.flatMap(({ mutant, killedBy }) => (mutant === UNBROKEN && killedBy ? [killedBy] : []))
    if (unfit.length > 0) throw new Error(`These tests fail before anything is broken: ${unfit.join('; ')}`)
    return mutants.map((mutant) => {
      const own = all.filter((verdict) => verdict.mutant === mutant.id)
      return { ...mutant, killedBy: own.find(({ killedBy }) => killedBy)?.killedBy, isReached: own.length > 0 }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runTests(job: Job, verdicts: Verdicts): Promise<void> {
  const path = join(job.folder, 'job.json')
  writeFileSync(path, JSON.stringify(job))
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--config', 'soak/mutants/vitest.config.ts'], {
    cwd: root,
    stdio: ['ignore', process.env['CHATWRIGHT_MUTANTS_LOUD'] ? 'inherit' : 'ignore', 'inherit'],
    env: { ...process.env, [JOB_VARIABLE]: path },
  })
  const watch = setInterval(() => endHanging(verdicts), 5000)
  await new Promise((resolve) => child.once('exit', resolve))
  clearInterval(watch)
}

/** Ends the workers that hang in a mutant; that one counts as noticed, and the rest of the file is tried again. */
function endHanging(verdicts: Verdicts): void {
  for (const { testFile, mutant, pid, since } of verdicts.trying()) {
    if (Date.now() - since < HANGING_MS || verdicts.of(testFile).some((verdict) => verdict.mutant === mutant)) continue
    verdicts.add(testFile, { mutant, killedBy: 'hangs' })
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself meanwhile.
    }
  }
}
