import { AppError } from '@chatwright/contract'
import type { FastifyReply } from 'fastify'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
}

/** How long a picture may be kept; opened by itself, it can run nothing. */
export const PICTURE_HEADERS = {
  'cache-control': 'public, max-age=86400',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

/** Sends a picture of the catalogue. */
export async function sendIcon(reply: FastifyReply, name: string, path: string | undefined): Promise<Buffer> {
  const type = path && types[extname(path).toLowerCase()]
  if (!path || !type) throw new AppError('icon-not-found', { name })
  reply.headers({ 'content-type': type, ...PICTURE_HEADERS })
  return readFile(path)
}
