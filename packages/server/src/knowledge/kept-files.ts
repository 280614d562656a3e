import { parseFiles, STORED_FILE_PREFIX, type FileAccess, type NodeDescription } from '@chatwright/core'
import { keepHeldFiles } from '../chatflows/keep-inline-files.ts'
import type { FlowUsage } from '../chatflows/flow-usage.ts'
import type { FileStore } from '../files/file-store.ts'
import type { KeptFile } from './knowledge-store.ts'

/** Keeps the files that lie inside the values of a loader's form, and tells which files it reads. */
export async function keepFiles(
  config: Record<string, unknown>,
  description: NodeDescription,
  files: Pick<FileAccess, 'open' | 'save'>,
): Promise<{ config: Record<string, unknown>; files: KeptFile[] }> {
  const kept = { ...config }
  const named: KeptFile[] = []
  for (const { name } of fileInputsOf(description)) {
    const held = parseFiles(config[name])
    if (!held) continue
    const { reference } = await keepHeldFiles(held, files)
    kept[name] = reference
    for (const each of parseFiles(reference) ?? []) named.push(await describeFile(each, files))
  }
  return { config: kept, files: named }
}

export function fileInputsOf({ inputs }: NodeDescription) {
  return inputs.filter(({ type }) => type === 'file')
}

async function describeFile(reference: string, files: Pick<FileAccess, 'open'>): Promise<KeptFile> {
  const { name, mimeType, bytes } = await files.open(reference)
  const id = reference.slice(STORED_FILE_PREFIX.length)
  return { id, name, mimePrefix: mimeType, size: bytes.byteLength }
}

/** Deletes files that belonged to a source, unless a flow has one as well. */
export async function deleteFiles(
  ids: readonly string[],
  {
    files,
    usage,
    isShared,
  }: { files: FileStore; usage: Pick<FlowUsage, 'naming'>; isShared: (id: string) => Promise<boolean> },
): Promise<void> {
  for (const id of ids) {
    if (await isShared(id)) continue
    if ((await usage.naming(id)).length === 0) await files.delete(id)
  }
}
