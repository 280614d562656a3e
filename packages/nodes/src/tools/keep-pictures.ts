import { randomUUID } from 'node:crypto'
import type { Artifact, DrawnPicture, FileAccess, Run } from '@chatwright/core'
import type { McpAnswer } from './mcp-server.ts'

/** Kinds every chat can show, and that cannot hold scripts. */
const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** A screen reader reads it to the end. */
const LONGEST_DESCRIPTION = 200

/** The same for pictures that a model's vendor drew, each with words of its own. */
export async function keepDrawn(
  pictures: readonly DrawnPicture[],
  files: Pick<FileAccess, 'keepInChat'>,
  run: Pick<Run, 'session'>,
): Promise<Artifact[]> {
  const kept = pictures.map(({ description = '', ...picture }) =>
    keepPictures({ pictures: [picture], words: description }, files, run),
  )
  return (await Promise.all(kept)).flat()
}

/** Keeps the pictures a tool made with the conversation, so that the answer can show them with what the tool said. */
export async function keepPictures(
  { pictures, words }: Pick<McpAnswer, 'pictures' | 'words'>,
  files: Pick<FileAccess, 'keepInChat'>,
  { session }: Pick<Run, 'session'>,
): Promise<Artifact[]> {
  const description = words.slice(0, LONGEST_DESCRIPTION).trim()
  const kept = pictures.map(async ({ mimeType, data }) => {
    const type = endings[mimeType]
    if (type === undefined) return []
    const file = { name: `${randomUUID()}.${type}`, mimeType, bytes: Buffer.from(data, 'base64') }
    return [{ type, data: await files.keepInChat(file, session), ...(description !== '' && { description }) }]
  })
  return (await Promise.all(kept)).flat()
}
