import { parseFiles, parseJson, STORED_FILE_PREFIX } from '@chatwright/core'
import { existsSync, readdirSync } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import type { FlowiseRow } from './flowise-database.ts'

/** The files a Flowise keeps, by the flow they belong to and, where they were sent in a chat, by the chat. */
export interface FlowiseFiles {
  read(place: { flowId: string; chatId?: string; name: string }): Promise<Uint8Array | undefined>
}

/** Newer versions keep them below a folder of their organisation, older ones directly. */
export function openFlowiseFiles(folder: string | undefined, { maxBytes }: { maxBytes: number }): FlowiseFiles {
  if (folder === undefined || !existsSync(folder)) return { read: async () => undefined }
  const homes = [
    folder,
    ...readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [join(folder, entry.name)] : [],
    ),
  ]
  return {
    async read({ flowId, chatId, name }) {
      const parts = [flowId, ...(chatId === undefined ? [] : [chatId]), name]
      if (!parts.every(isPlainName)) return undefined
      const root = await realpath(folder)
      for (const home of homes) {
        const path = await realpath(join(home, ...parts)).catch(() => undefined)
        // A link may lead anywhere on that machine.
        if (path === undefined || !path.startsWith(root + sep)) continue
        const found = await stat(path)
        if (found.isFile() && found.size <= maxBytes) return readFile(path)
      }
      return undefined
    },
  }
}

/** A flow whose files lie in it, as flow files carry them: on its way in each is kept as a file of ours. */
export async function withFilesInside(row: FlowiseRow, files: FlowiseFiles): Promise<FlowiseRow> {
  const flow = parseObject(row['flowData'])
  if (!flow || !Array.isArray(flow['nodes'])) return row
  let isChanged = false
  for (const node of flow['nodes'] as { data?: { inputs?: Record<string, unknown> } }[]) {
    for (const [name, value] of Object.entries(node.data?.inputs ?? {})) {
      if (typeof value !== 'string' || !value.startsWith(STORED_FILE_PREFIX)) continue
      const inside = await filesInside(value, { flowId: String(row['id']), files })
      if (!inside || !node.data?.inputs) continue
      node.data.inputs[name] = inside
      isChanged = true
    }
  }
  return isChanged ? { ...row, flowData: JSON.stringify(flow) } : row
}

/** All of them, or none: a loader that gets half of its documents would not say so. */
async function filesInside(
  value: string,
  { flowId, files }: { flowId: string; files: FlowiseFiles },
): Promise<string | undefined> {
  const inside: string[] = []
  for (const reference of parseFiles(value) ?? []) {
    const file = await inline(reference, { flowId }, files)
    if (file === undefined) return undefined
    inside.push(file)
  }
  return inside.length === 0 ? undefined : JSON.stringify(inside)
}

/** A store of documents whose files lie in its sources. Those that cannot be found stay named, so that it can be said. */
export async function storeWithFilesInside(row: FlowiseRow, files: FlowiseFiles): Promise<FlowiseRow> {
  const loaders = parseList(row['loaders'])
  for (const loader of loaders) {
    const config = loader['loaderConfig']
    if (typeof config !== 'object' || config === null) continue
    for (const [name, value] of Object.entries(config)) {
      if (typeof value !== 'string' || !value.startsWith(STORED_FILE_PREFIX)) continue
      const place = { flowId: 'docustore', chatId: String(row['id']) }
      const inside: string[] = []
      for (const reference of parseFiles(value) ?? []) inside.push((await inline(reference, place, files)) ?? reference)
      loader['loaderConfig'] = { ...(loader['loaderConfig'] as object), [name]: inside }
    }
  }
  return { ...row, loaders: JSON.stringify(loaders) }
}

async function inline(
  reference: string,
  place: { flowId: string; chatId?: string },
  files: FlowiseFiles,
): Promise<string | undefined> {
  const name = reference.slice(STORED_FILE_PREFIX.length)
  const bytes = await files.read({ ...place, name })
  return bytes && `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')},filename:${name}`
}

/** The names of the files that a message shows. */
export function filesOfMessage(row: FlowiseRow): string[] {
  const uploads = parseList(row['fileUploads']).flatMap(({ type, name }) => (type === 'stored-file' ? [name] : []))
  const made = parseList(row['artifacts']).map(({ data }) => data)
  return [...uploads, ...made].flatMap((name) =>
    typeof name === 'string' && name !== '' ? [name.replace(STORED_FILE_PREFIX, '')] : [],
  )
}

/** A name that leads nowhere but to a file of a folder. */
export function isPlainName(name: string): boolean {
  return (
    name !== '' &&
    name !== '.' &&
    name !== '../..' &&
    basename(name) === name &&
    !name.includes('\\') &&
    !name.includes('\0')
  )
}

function parseObject(text: unknown): Record<string, unknown> | undefined {
  const value = parse(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

function parseList(text: unknown): Record<string, unknown>[] {
  const value = parse(text)
  return Array.isArray(value)
    ? value.filter((entry): entry is Record<string, unknown> => typeof entry === 'object' && entry !== null)
    : []
}

function parse(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
