const SAFE_SCHEMES = new Set(['http:', 'https:', 'mailto:'])

/** The address when it leads to the web or to a mail; nothing for scripts, data and whatever else there is. */
export function safeAddress(address: string): string {
  try {
    // Addresses without a scheme would lead into our own pages: a model cannot mean those.
    return SAFE_SCHEMES.has(new URL(address).protocol) ? address : ''
  } catch {
    return ''
  }
}
