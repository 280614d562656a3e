import { getData } from '../../lib/get-data.ts'
import { LATEST_RELEASE_URL } from '../../lib/product.ts'

export interface LatestRelease {
  name: string
  html_url: string
  published_at: string
}

/** Asks the public release page; null when it does not answer, or with something else. */
export async function fetchLatestRelease(): Promise<LatestRelease | null> {
  const body = await getData(LATEST_RELEASE_URL)
  return isRelease(body) ? body : null
}

function isRelease(body: unknown): body is LatestRelease {
  if (typeof body !== 'object' || body === null) return false
  return ['name', 'html_url', 'published_at'].every((field) => typeof Reflect.get(body, field) === 'string')
}
