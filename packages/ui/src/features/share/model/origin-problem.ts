/** Whether a line names a site: an origin, a bare host, or `*` for all. */
export function isOrigin(line: string): boolean {
  const text = line.trim()
  if (text === '' || text === '*') return true
  if (!text.includes('://')) return /^[a-z\d.-]+(?::\d+)?$/i.test(text)
  try {
    const { protocol, pathname } = new URL(text)
    return (protocol === 'http:' || protocol === 'https:') && pathname === '/'
  } catch {
    return false
  }
}
