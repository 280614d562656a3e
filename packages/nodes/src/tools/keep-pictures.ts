import { randomUUID } from 'node:crypto'
import type { Artifact, FileAccess, Run } from '@chatwright/core'
import type { McpAnswer } from './mcp-server.ts'

/** Kinds every chat can show, and that cannot hold scripts. */
const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** Keeps the pictures a tool made with the conversation, so that the answer can show them. */
export async function keepPictures(
  pictures: McpAnswer['pictures'],
  files: Pick<FileAccess, 'keepInChat'>,
  { session }: Pick<Run, 'session'>,
): Promise<Artifact[]> {
  const kept = pictures.map(async ({ mimeType, data }) => {
    const type = endings[mimeType]
    if (type === undefined) return []
    const file = { name: `${randomUUID()}.${type}`, mimeType, bytes: Buffer.from(data, 'base64') }
    return [{ type, data: await files.keepInChat(file, session) }]
  })
  return (await Promise.all(kept)).flat()
}
