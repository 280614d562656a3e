import { fork, type ChildProcess, type SerializationType } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { readableFolders } from './readable-folders.ts'

export interface ChildOptions {
  /** The module the child starts with. */
  entry: URL
  /** What else it will import. */
  modules?: readonly URL[]
  memoryMb: number
  serialization: SerializationType
}

/** A third of the server's share of a busy processor: behind it, but on a loaded machine still within the time limits. */
const STEPS_BACK = 5

/** Whatever a child is made to do, answering others goes first, also where the server itself was started with a lower priority. */
function stepBack(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, Math.min(getPriority() + STEPS_BACK, constants.priority.PRIORITY_LOW))
  } catch {
    // It has ended already, or the system does not let one process slow down another: then it runs like any other.
  }
}

/** From here package names resolve the same in source and in built form. */
const packageFolder = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Starts a process of our own code that meets untrusted data: no environment, no writing, no further processes or native
 * code, reading only where its modules lie, and a heap that cannot grow past its limit.
 */
export function forkChild({ entry, modules = [], memoryMb, serialization }: ChildOptions): ChildProcess {
  const child = fork(fileURLToPath(entry), [], {
    cwd: packageFolder,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization,
    execArgv: [
      '--no-warnings',
      `--max-old-space-size=${memoryMb}`,
      permissionFlag,
      ...readableFolders([entry, ...modules]).map((folder) => `--allow-fs-read=${folder}`),
    ],
  })
  stepBack(child.pid)
  return child
}

const permissionFlag = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission'
