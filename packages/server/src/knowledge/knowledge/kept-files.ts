import { parseFiles, STORED_FILE_PREFIX, type FileAccess, type NodeDescription } from '@chatwright/core'
import { keepHeldFiles } from '../../flows/chatflows/keep-inline-files.ts'
import type { FlowUsage } from '../../parts/flow-usage/flow-usage.ts'
import type { FileStore } from '../../parts/files/file-store.ts'
import type { KeptFile, KnowledgeStore } from './knowledge-store.ts'

export interface KeptFiles {
  config: Record<string, unknown>
  files: KeptFile[]
  /** Ids of those that lay inside the values, and are files only now. */
  added: string[]
}

/** Keeps the files that lie inside the values of a loader's form, and tells which files it reads. */
export async function keepFiles(
  config: Record<string, unknown>,
  description: NodeDescription,
  files: Pick<FileAccess, 'open' | 'save' | 'forget'>,
): Promise<KeptFiles> {
  const kept = { ...config }
  const named: KeptFile[] = []
  const added: string[] = []
  const noting: Pick<FileAccess, 'open' | 'save'> = {
    open: (reference) => files.open(reference),
    async save(file) {
      const reference = await files.save(file)
      added.push(idIn(reference))
      return reference
    },
  }
  try {
    for (const { name } of fileInputsOf(description)) {
      const held = parseFiles(config[name])
      if (!held) continue
      const { reference } = await keepHeldFiles(held, noting)
      kept[name] = reference
      for (const each of parseFiles(reference) ?? []) named.push(await describeFile(each, files))
    }
  } catch (error) {
    // One that cannot be read must not leave those before it behind.
    for (const id of added) await files.forget(`${STORED_FILE_PREFIX}${id}`)
    throw error
  }
  return { config: kept, files: named, added }
}

export function fileInputsOf({ inputs }: NodeDescription) {
  return inputs.filter(({ type }) => type === 'file')
}

async function describeFile(reference: string, files: Pick<FileAccess, 'open'>): Promise<KeptFile> {
  const { name, mimeType, bytes } = await files.open(reference)
  return { id: idIn(reference), name, mimePrefix: mimeType, size: bytes.byteLength }
}

function idIn(reference: string): string {
  return reference.slice(STORED_FILE_PREFIX.length)
}

export type ForgetFiles = (ids: readonly string[]) => Promise<void>

/** Deletes files that belonged to a source, unless another source or a flow has them as well. */
export function createForgetFiles({
  files,
  usage,
  stores,
}: {
  files: Pick<FileStore, 'delete'>
  usage: Pick<FlowUsage, 'naming'>
  stores: Pick<KnowledgeStore, 'isFileNamed'>
}): ForgetFiles {
  return async (ids) => {
    for (const id of ids) {
      if (await stores.isFileNamed(id)) continue
      if ((await usage.naming(id)).length === 0) await files.delete(id)
    }
  }
}
