import { startTests, type File, type Suite, type Task, type Test } from '@vitest/runner'
import { relative } from 'node:path'
import { vi } from 'vitest'
import { VitestTestRunner } from 'vitest/runners'
import { readJob } from './job.ts'
import { root } from './plan.ts'
import { UNBROKEN, Verdicts } from './verdicts.ts'

/** Far more than any test needs: a loop that does not end is ended. */
const HITS_PER_TRY = 200_000

/** Where those stand that are reached while modules load. */
const IMPORT = 'import'

/** Nothing is awake, and who comes by is noted. */
const NONE = -1

const job = readJob()
const verdicts = new Verdicts(job.folder)

/** Which mutant is awake, and who came by which while none was. */
const state = { active: NONE, hits: 0, scope: IMPORT, reached: new Map<number, Set<string>>(), unhandled: 0 }

Object.assign(globalThis, {
  __mutant(id: number): boolean {
    if (state.active === NONE) {
      const scopes = state.reached.get(id)
      if (scopes) scopes.add(state.scope)
      else state.reached.set(id, new Set([state.scope]))
      return false
    }
    if (id !== state.active) return false
    state.hits += 1
    if (state.hits > HITS_PER_TRY) throw new Error('This mutant does not end')
    return true
  },
})
process.on('unhandledRejection', () => (state.unhandled += 1))
process.on('uncaughtException', () => (state.unhandled += 1))

/** Runs a file's tests once as they are, and then once more for each mutant they reach. */
export default class MutantRunner extends VitestTestRunner {
  override onBeforeRunSuite(suite: Suite): Promise<void> {
    state.scope = suite.id
    return super.onBeforeRunSuite(suite)
  }

  override onBeforeRunTask(test: Task): Promise<void> {
    state.scope = test.id
    return super.onBeforeRunTask(test)
  }

  override onAfterRunTask(test: Task): void {
    super.onAfterRunTask(test)
    state.scope = test.suite?.id ?? test.file.id
  }

  override async onAfterRunFiles(files: File[] = []): Promise<void> {
    super.onAfterRunFiles()
    for (const killedBy of files.map(firstFailure))
      if (killedBy !== undefined) verdicts.add(relative(root, files[0]?.filepath ?? ''), { mutant: UNBROKEN, killedBy })
    for (const { filepath } of files) await new Trial(filepath, this).run()
  }
}

class Trial {
  readonly #path: string
  readonly #runner: MutantRunner
  readonly #name: string
  readonly #trusted = new Map<string, boolean>()

  constructor(path: string, runner: MutantRunner) {
    this.#path = path
    this.#runner = runner
    this.#name = relative(root, path)
  }

  async run(): Promise<void> {
    const judged = new Set(verdicts.of(this.#name).map(({ mutant }) => mutant))
    const noticed = verdicts.noticed()
    const reached = job.mutants.filter(({ id }) => state.reached.has(id) && !judged.has(id) && !noticed.has(id))
    // What is reached while modules load needs them loaded again; those come last, for the others use them as they are.
    const isStatic = (id: number): boolean => state.reached.get(id)?.has(IMPORT) === true
    const sorted = reached.toSorted((a, b) => Number(isStatic(a.id)) - Number(isStatic(b.id)))
    for (const { id, file } of sorted) {
      if (verdicts.noticed().has(id)) continue
      const scopes = isStatic(id) ? scopesOf(file) : state.reached.get(id)
      if (scopes?.size === 0) continue
      verdicts.try(this.#name, id)
      const killedBy = await this.#judge(id, scopes, isStatic(id))
      verdicts.add(this.#name, { mutant: id, ...(killedBy !== undefined && { killedBy }) })
    }
    verdicts.finish(this.#name)
  }

  async #judge(id: number, chosen: Set<string> | undefined, isStatic: boolean): Promise<string | undefined> {
    const killedBy = await this.#try(id, chosen, isStatic)
    if (killedBy === undefined || (await this.#passesUnbroken(chosen))) return killedBy
    // These tests lean on others of their file: then all of them run, if the file can be run again at all.
    if (!chosen || !(await this.#passesUnbroken(undefined))) return undefined
    return this.#try(id, undefined, isStatic)
  }

  async #passesUnbroken(scopes: Set<string> | undefined): Promise<boolean> {
    const key = scopes ? [...scopes].sort().join() : 'all'
    const known = this.#trusted.get(key)
    if (known !== undefined) return known
    const passes = (await this.#try(UNBROKEN, scopes, scopes === undefined)) === undefined
    this.#trusted.set(key, passes)
    return passes
  }

  /** The first test that fails while the mutant is awake. */
  async #try(mutant: number, scopes: Set<string> | undefined, isFresh: boolean): Promise<string | undefined> {
    if (isFresh) vi.resetModules()
    state.active = mutant
    state.hits = 0
    state.unhandled = 0
    try {
      const files = await startTests([this.#path], new QuietRunner(this.#runner, scopes))
      if (state.unhandled > 0) return 'an error nobody handled'
      return files.map(firstFailure).find((name) => name !== undefined)
    } finally {
      state.active = NONE
      if (isFresh) vi.resetModules()
    }
  }
}

/** Runs the tests of the given scopes up to the first that fails, and reports to nobody. */
class QuietRunner extends VitestTestRunner {
  readonly #scopes: Set<string> | undefined
  #hasFailed = false

  constructor(runner: MutantRunner, scopes: Set<string> | undefined) {
    super(runner.config)
    this.#scopes = scopes
    // The two parts that Vitest hands to the runner it makes itself.
    const { moduleRunner, _otel } = runner as unknown as { moduleRunner: unknown; _otel: unknown }
    Object.assign(this, { moduleRunner, _otel })
  }

  /** As a set-up file is: evaluated again, since its tests are collected again. */
  override importFile(path: string): unknown {
    return super.importFile(path, 'setup')
  }

  onCollected(files: File[]): void {
    for (const file of files) this.#choose(file, this.#scopes === undefined || this.#scopes.has(file.id))
  }

  override async onBeforeRunTask(test: Task): Promise<void> {
    if (this.#hasFailed) test.mode = 'skip'
    await super.onBeforeRunTask(test)
  }

  onTaskFinished(test: Test): void {
    if (test.result?.state === 'fail') this.#hasFailed = true
  }

  #choose(suite: Suite, isWanted: boolean): boolean {
    const choices = suite.tasks.map((task) => {
      const isChosen = isWanted || this.#scopes?.has(task.id) === true
      if (task.type === 'suite') return this.#choose(task, isChosen)
      if (!isChosen) task.mode = 'skip'
      return isChosen
    })
    const hasAny = choices.some(Boolean)
    if (!hasAny) suite.mode = 'skip'
    return hasAny
  }
}

/** Who runs a file's code: nobody else can tell what it was loaded with. Undefined, and so everybody, for a file of values. */
function scopesOf(file: string): Set<string> | undefined {
  const marks = job.marks.filter((mark) => mark.file === file).map(({ id }) => state.reached.get(id))
  if (marks.every((scopes) => scopes?.has(IMPORT))) return undefined
  return new Set(marks.flatMap((scopes) => [...(scopes ?? [])]).filter((scope) => scope !== IMPORT))
}

function firstFailure(task: Task): string | undefined {
  if (task.type === 'suite') {
    const inside = task.tasks.map(firstFailure).find((name) => name !== undefined)
    if (inside !== undefined) return inside
  }
  return task.result?.state === 'fail' ? task.fullName : undefined
}
