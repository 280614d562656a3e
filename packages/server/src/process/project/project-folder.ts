import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { replaceFile } from '../../ground/config/durable-file.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'

export const PROJECT_FILE = 'chatwright.json'

/** No file of a project is larger than what a server takes for a flow. */
/** How the file of a flow's code ends. */
export const CODE = '.flow.ts'
const MOST_BYTES = 20_000_000

/** The files of a project. Nothing outside of its folder is read or written, wherever a link leads. */
export interface ProjectFolder {
  root: string
  /** Nothing where there is no such file. */
  read(path: string): string | undefined
  /** Whole or not at all; a file that holds the same text already stays as it is. */
  write(path: string, text: string): void
  remove(path: string): void
  /** The names of flows, such as `support` of `flows/support.flow.ts`. */
  flows(): string[]
  list(folder: string, ending: string): string[]
}

/** The project that a folder is in: the nearest one above that has a chatwright.json, else the folder itself. */
export function openProjectFolder(start: string): ProjectFolder {
  const root = findRoot(resolve(start))
  return {
    root,
    read: (path) => readInside(root, path),
    write(path, text) {
      const place = join(root, path)
      refuseOutside(root, path)
      if (readInside(root, path) === text) return
      mkdirSync(dirname(place), { recursive: true })
      replaceFile(place, text)
    },
    remove(path) {
      refuseOutside(root, path)
      rmSync(join(root, path), { force: true })
    },
    flows() {
      return this.list('flows', CODE).map((file) => file.slice(0, -CODE.length))
    },
    list(folder, ending) {
      const place = join(root, folder)
      if (!existsSync(place)) return []
      return readdirSync(place)
        .filter((name) => name.endsWith(ending))
        .toSorted()
    },
  }
}

export function codeOf(name: string): string {
  return `flows/${name}${CODE}`
}

/** A file of a folder; nothing where it is none, or where a link leads out of the folder. */
export function readInside(root: string, path: string): string | undefined {
  const place = join(root, path)
  if (!existsSync(place) || !realpathSync(place).startsWith(realpathSync(root) + sep)) return undefined
  const { size } = statSync(place)
  if (size > MOST_BYTES) throw new UserFacingError(`"${path}" is larger than ${MOST_BYTES / 1_000_000} MB.`)
  return readFileSync(place, 'utf8')
}

function findRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, PROJECT_FILE))) return folder
    if (folder === dirname(folder)) return start
  }
}

/** A link on the way would have the file written elsewhere. */
function refuseOutside(root: string, path: string): void {
  const place = join(root, path)
  const inside = relative(root, place)
  if (inside === '' || inside.startsWith('..')) throw outside(path)
  const parts = inside.split(sep)
  for (const [at] of parts.entries()) {
    const part = lstatSync(join(root, ...parts.slice(0, at + 1)), { throwIfNoEntry: false })
    if (part?.isSymbolicLink()) throw outside(path)
  }
}

function outside(path: string): UserFacingError {
  return new UserFacingError(`"${path}" leads out of the project folder. Remove the link.`)
}
