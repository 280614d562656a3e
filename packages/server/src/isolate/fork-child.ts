import { fork, type ChildProcess, type SerializationType } from 'node:child_process'
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

/** Tests run the sources as they are; built code needs nothing to strip its types. */
const isSource = (module: URL): boolean => module.pathname.endsWith('.ts')

/** From here package names resolve the same in source and in built form. */
const packageFolder = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Starts a process of our own code that meets untrusted data: no environment, no writing, no further processes or native
 * code, reading only where its modules lie, and a heap that cannot grow past its limit.
 */
export function forkChild({ entry, modules = [], memoryMb, serialization }: ChildOptions): ChildProcess {
  const all = [entry, ...modules]
  const fromSource = all.some(isSource)
  return fork(fileURLToPath(entry), [], {
    cwd: packageFolder,
    env: fromSource ? { JITI_FS_CACHE: 'false' } : {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization,
    execArgv: [
      '--no-warnings',
      `--max-old-space-size=${memoryMb}`,
      permissionFlag,
      ...(fromSource ? sourceFlags : readableFolders(all).map((folder) => `--allow-fs-read=${folder}`)),
    ],
  })
}

const permissionFlag = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission'

const sourceFlags = [
  '--allow-fs-read=*',
  '--allow-worker',
  '--conditions=chatwright-source',
  '--import',
  'jiti/register',
]
