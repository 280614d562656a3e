import { mkdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Libsql from 'libsql'
import { getChatflow } from '@chatwright/contract'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { readLastPulled } from './last-pulled.ts'
import { openProject, parseHere, writeFlow, type Project } from './project.ts'
import { idOn } from './project-file.ts'
import { pullFlow, remember, type PullFlags } from './pull-command.ts'
import { problemLine, say, warn } from './said.ts'
import { isSameFlow } from './same-flow.ts'
import { openThere, type There } from './there.ts'
import { writeTypesHere } from './write-types-here.ts'
import { compareThree } from './three-way.ts'

const LOOK_MS = 1000

/** `chatwright pull --watch`: files follow the canvas, and the canvas follows the files, until it is stopped. */
export async function watchProject(
  env: NodeJS.ProcessEnv,
  flags: PullFlags,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const project = await openProject(env, flags.folder)
  const free = lockFolder(project.folder.root)
  try {
    const there = await openThere(env, project, flags.to)
    const rounds = new Rounds(project, there)
    const watched = ['flows', 'prompts', 'code'].map((name) => join(project.folder.root, name))
    for (const folder of watched) mkdirSync(folder, { recursive: true })
    const watchers = watched.map((folder) => watch(folder, { recursive: true }, () => rounds.wake()))
    // A folder that can't be watched is looked at every second all the same.
    for (const watcher of watchers) watcher.on('error', () => {})
    signal.addEventListener('abort', () => rounds.wake())
    say(`Watching ${Object.keys(project.file.flows).length} flows of ${there.remote.name}. Press Ctrl+C to stop.`)
    while (!signal.aborted) {
      await rounds.look().catch((error: unknown) => {
        if (!(error instanceof UserFacingError)) throw error
        rounds.sayOnce('server', error.message)
      })
      await rounds.rest(signal)
    }
    for (const watcher of watchers) watcher.close()
  } finally {
    free()
  }
}

class Rounds {
  readonly #project: Project
  readonly #there: There
  readonly #said = new Map<string, string>()
  #wake: (() => void) | undefined

  constructor(project: Project, there: There) {
    this.#project = project
    this.#there = there
  }

  wake(): void {
    this.#wake?.()
  }

  async rest(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    await Promise.race([woken, pause(LOOK_MS)])
  }

  /** The same again is news only when something else came between. */
  sayOnce(about: string, line: string): void {
    if (this.#said.get(about) === line) return
    this.#said.set(about, line)
    if (line !== '') warn(line)
  }

  async look(): Promise<void> {
    for (const name of Object.keys(this.#project.file.flows)) await this.#lookAt(name)
    this.sayOnce('server', '')
  }

  async #lookAt(name: string): Promise<void> {
    const [project, there] = [this.#project, this.#there]
    const environment = there.remote.name
    const id = idOn(project.file, name, environment) ?? ''
    const last = readLastPulled(project.folder, { environment, name })
    const here = parseHere(project, name, last?.flow)
    if (!here.flow && here.problems.length > 0 && last) {
      // The canvas stays as it is until the file can be read.
      return this.sayOnce(name, here.problems.map((each) => problemLine({ ...each, severity: 'error' })).join('\n'))
    }
    const { version } = await there.remote.call(getChatflow, { params: { id } })
    if (!last || !here.flow || (version !== last.version && isSameFlow(here.flow, last.flow))) {
      const { message, outcome } = await pullFlow(project, there, { name, id, isTheirs: false })
      if (outcome === 'pulled' || outcome === 'new') {
        await writeTypesHere(project)
        say(message)
      }
      return this.sayOnce(name, outcome === 'conflict' || outcome === 'missing' ? message : '')
    }
    this.sayOnce(name, '')
    if (isSameFlow(here.flow, last.flow)) return undefined
    const remote = await there.get(id)
    if (!remote) return undefined
    const standing = compareThree({ base: last.flow, here: here.flow, there: remote.flow }, project.catalogue)
    if (standing.state === 'conflict') {
      return this.sayOnce(
        name,
        `"${name}" was changed here and on ${environment}, both in ${standing.ids.join(', ')}. Stop, and run chatwright diff.`,
      )
    }
    const saved = await there.save(
      remote,
      standing.state === 'merged' ? standing.flow : here.flow,
      here.name ?? remote.name,
    )
    if (standing.state === 'merged')
      writeFlow(project, { name, title: saved.name, flow: saved.flow, before: here.flow })
    remember(project, there, { name, remote: saved })
    say(`Saved "${saved.name}" as version ${saved.version}.`)
    return undefined
  }
}

/** The operating system's lock, which goes with the process: two watchers would answer each other forever. */
function lockFolder(root: string): () => void {
  mkdirSync(join(root, '.chatwright'), { recursive: true })
  const database = new Libsql(join(root, '.chatwright', 'watch.lock'))
  try {
    database.pragma('busy_timeout = 0')
    database.exec('begin exclusive')
  } catch {
    database.close()
    throw new UserFacingError('Another "chatwright pull --watch" runs in this folder. Stop it first.')
  }
  return () => {
    database.exec('rollback')
    database.close()
  }
}
