import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Stands for no mutant: a test that fails before anything is broken. */
export const UNBROKEN = -2

export interface Verdict {
  mutant: number
  /** The test that failed for it; none when the tests of this file all passed. */
  killedBy?: string
}

/** What the workers say of each mutant, in files that outlive a worker that hangs. */
export class Verdicts {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    for (const name of ['verdicts', 'trying', 'done']) mkdirSync(join(folder, name), { recursive: true })
  }

  add(testFile: string, verdict: Verdict): void {
    appendFileSync(this.#path('verdicts', testFile), `${JSON.stringify(verdict)}\n`)
  }

  all(): Verdict[] {
    return readdirSync(join(this.#folder, 'verdicts')).flatMap((name) => read(join(this.#folder, 'verdicts', name)))
  }

  /** The mutants that some test has noticed already. */
  noticed(): Set<number> {
    return new Set(this.all().flatMap(({ mutant, killedBy }) => (killedBy === undefined ? [] : [mutant])))
  }

  of(testFile: string): Verdict[] {
    return read(this.#path('verdicts', testFile))
  }

  /** Says what a worker is at, so that one which hangs can be ended and its mutant counted. */
  try(testFile: string, mutant: number): void {
    writeFileSync(
      this.#path('trying', testFile),
      JSON.stringify({ testFile, mutant, pid: process.pid, since: Date.now() }),
    )
  }

  trying(): { testFile: string; mutant: number; pid: number; since: number }[] {
    return readdirSync(join(this.#folder, 'trying'))
      .map((name) => readFileSync(join(this.#folder, 'trying', name), 'utf8'))
      .filter(Boolean)
      .map((text) => JSON.parse(text))
      .filter(({ testFile }) => !this.isDone(testFile))
  }

  finish(testFile: string): void {
    writeFileSync(this.#path('done', testFile), '')
  }

  isDone(testFile: string): boolean {
    return existsSync(this.#path('done', testFile))
  }

  #path(kind: string, testFile: string): string {
    return join(this.#folder, kind, testFile.replaceAll('/', '__'))
  }
}

function read(path: string): Verdict[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Verdict)
}
