import { LATEST_RELEASE_URL } from '../../lib/product.ts'

export interface LatestRelease {
  name: string
  html_url: string
  published_at: string
}

/** Asks the public release page. Our own headers stay off: a password is nobody else's business. */
export async function fetchLatestRelease(): Promise<LatestRelease | null> {
  try {
    const response = await fetch(LATEST_RELEASE_URL, { headers: { Accept: 'application/json' } })
    const body: unknown = response.ok ? await response.json() : undefined
    return isRelease(body) ? body : null
  } catch (error) {
    console.error(error)
    return null
  }
}

function isRelease(body: unknown): body is LatestRelease {
  if (typeof body !== 'object' || body === null) return false
  return ['name', 'html_url', 'published_at'].every((field) => typeof Reflect.get(body, field) === 'string')
}
