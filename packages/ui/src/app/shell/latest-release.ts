import type { ServerFacts } from '../../lib/server-facts.ts'

export interface LatestRelease {
  name: string
  html_url: string
  published_at: string
}

/** What came of asking the release page. */
export type ReleaseAnswer =
  | { kind: 'found'; release: LatestRelease }
  /** There is no public release page yet. */
  | { kind: 'unpublished' }
  /** The operator of this server turned the question off. */
  | { kind: 'off' }
  | { kind: 'unreachable' }
  | { kind: 'refused'; status: number }
  /** It answered with something that names no release. */
  | { kind: 'unreadable' }

/** Asks the public release page. Our own headers stay off: a password is nobody else's business. */
export async function askForRelease({
  releasesUrl: address,
  isPublished,
}: Pick<ServerFacts, 'releasesUrl' | 'isPublished'>): Promise<ReleaseAnswer> {
  if (address === null) return { kind: isPublished ? 'off' : 'unpublished' }
  const answer = await ask(address)
  if (answer.kind !== 'found') console.error(new Error(`The release page at ${address}: ${JSON.stringify(answer)}`))
  return answer
}

async function ask(address: string): Promise<ReleaseAnswer> {
  let response: Response
  try {
    response = await fetch(address, { headers: { Accept: 'application/json' } })
  } catch {
    return { kind: 'unreachable' }
  }
  if (!response.ok) return { kind: 'refused', status: response.status }
  const release: unknown = await response.json().catch(() => undefined)
  return isRelease(release) ? { kind: 'found', release } : { kind: 'unreadable' }
}

function isRelease(body: unknown): body is LatestRelease {
  if (typeof body !== 'object' || body === null) return false
  const isNamed = ['name', 'html_url', 'published_at'].every((field) => typeof Reflect.get(body, field) === 'string')
  // A link of another sort would run, not open.
  return isNamed && /^https?:\/\//i.test(String(Reflect.get(body, 'html_url')))
}
