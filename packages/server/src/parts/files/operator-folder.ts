import { NodeError, type FileAccess, type OpenFile } from '@chatwright/core'
import { constants } from 'node:fs'
import { open, readdir, realpath } from 'node:fs/promises'
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { sniffType } from './sniff-type.ts'

const MAX_FILES = 10_000

/** Reads below the one folder the operator opened to flows. Links that lead out of it lead nowhere. */
export function createOperatorFolder(
  folder: string | undefined,
  { maxBytes }: { maxBytes: number },
): Pick<FileAccess, 'list' | 'read'> {
  async function locate(path: string): Promise<{ root: string; real: string }> {
    if (folder === undefined) throw notOpened()
    const [root, real] = await Promise.all([realpath(folder), realpath(resolve(folder, path))]).catch(
      (cause: unknown) => {
        throw notThere(path, cause)
      },
    )
    if (real !== root && !real.startsWith(root + sep)) throw outside(path)
    return { root, real }
  }

  return {
    async list(path) {
      const { real } = await locate(path)
      const entries = await readdir(real, { withFileTypes: true, recursive: true })
      return (
        entries
          // A link is neither: it is not followed.
          .filter((entry) => entry.isFile())
          .slice(0, MAX_FILES)
          .map((entry) => ({ path: join(path, relative(real, join(entry.parentPath, entry.name))), name: entry.name }))
          .sort((a, b) => a.path.localeCompare(b.path))
      )
    },

    async read(path): Promise<OpenFile> {
      const { real } = await locate(path)
      const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW).catch((cause: unknown) => {
        throw notThere(path, cause)
      })
      try {
        const { size } = await file.stat()
        if (size > maxBytes) throw tooLarge(path, maxBytes)
        const bytes = await file.readFile()
        const name = basename(real)
        return { name, bytes, mimeType: await sniffType(name, bytes) }
      } finally {
        await file.close()
      }
    },
  }
}

function notOpened(): NodeError {
  return new NodeError("This server doesn't allow flows to read folders.", {
    code: 'refused',
    hint: 'The operator can allow a folder: FLOW_FILES_DIR=/path/to/folder.',
  })
}

function outside(path: string): NodeError {
  return new NodeError(`"${path}" is outside the folder that flows may read.`, {
    code: 'refused',
    hint: isAbsolute(path) ? 'Enter a path relative to that folder.' : 'Move it into that folder.',
  })
}

function notThere(path: string, cause: unknown): NodeError {
  return new NodeError(`"${path}" can't be read.`, { code: 'not-found', hint: 'Check its name.', cause })
}

function tooLarge(path: string, maxBytes: number): NodeError {
  return new NodeError(`"${path}" is larger than ${Math.round(maxBytes / 1024 ** 2)} MB.`, {
    code: 'refused',
    hint: 'Split it up.',
  })
}
