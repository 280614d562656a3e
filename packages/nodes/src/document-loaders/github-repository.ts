import { NodeError } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'
import { sendRequest } from '../http/send-request.ts'
import { pathSegment } from '../http/path-segment.ts'

export interface RepositoryAccess {
  fetch: typeof fetch
  apiUrl: string
  owner: string
  name: string
  branch: string
  token: string | undefined
  signal: AbortSignal
}

export interface RepositoryFile {
  path: string
  size: number
}

const Tree = z.object({
  truncated: z.boolean().optional(),
  tree: z.array(z.object({ path: z.string(), type: z.string(), size: z.number().optional() })),
})

/** `https://github.com/owner/name`, with or without `.git` or what follows. */
export function parseRepositoryLink(link: string): { owner: string; name: string; host: string } {
  const url = URL.canParse(link) ? new URL(link) : undefined
  const [owner, name] = url?.pathname.split('/').filter((part) => part !== '') ?? []
  if (!url || !owner || !name) {
    throw new NodeError(`"${link}" isn't a repository URL.`, {
      code: 'bad-input',
      field: 'repoLink',
      hint: 'Enter a URL such as https://github.com/owner/name.',
    })
  }
  return { owner, name: name.replace(/\.git$/, ''), host: url.host }
}

export async function listRepositoryFiles(
  access: RepositoryAccess,
  { recursive }: { recursive: boolean },
): Promise<{ files: RepositoryFile[]; isPartial: boolean }> {
  const path = `git/trees/${pathSegment('Branch', access.branch)}${recursive ? '?recursive=1' : ''}`
  const { tree, truncated = false } = await requestJson({ ...requestTo(access, path) }, Tree)
  const files = tree.filter(({ type }) => type === 'blob').map((file) => ({ path: file.path, size: file.size ?? 0 }))
  return { files, isPartial: truncated }
}

export async function readRepositoryFile(access: RepositoryAccess, path: string): Promise<Uint8Array> {
  const address = path
    .split('/')
    .map((part) => pathSegment('path', part))
    .join('/')
  const request = requestTo(access, `contents/${address}?ref=${encodeURIComponent(access.branch)}`)
  const { bytes } = await sendRequest({
    ...request,
    headers: { ...request.headers, accept: 'application/vnd.github.raw+json' },
  })
  return bytes
}

function requestTo({ fetch, apiUrl, owner, name, token, signal }: RepositoryAccess, path: string) {
  return {
    fetch,
    service: 'GitHub',
    url: `${apiUrl.replace(/(?<!\/)\/+$/, '')}/repos/${pathSegment('Repo Link', owner)}/${pathSegment('Repo Link', name)}/${path}`,
    signal,
    headers: {
      accept: 'application/vnd.github+json',
      'user-agent': 'Chatwright',
      ...(token && { authorization: `Bearer ${token}` }),
    },
  }
}
