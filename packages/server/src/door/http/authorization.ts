export type Authorization = { kind: 'key'; key: string } | { kind: 'login'; name: string; password: string }

/** What an Authorization header presents. A key may stand there without the word Bearer, as older clients send it. */
export function readAuthorization(header: string | undefined): Authorization | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  const [, scheme = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(text) ?? []
  switch (scheme.toLowerCase()) {
    case '':
      return undefined
    case 'bearer':
      return rest === '' ? undefined : { kind: 'key', key: rest }
    case 'basic':
      return rest === '' ? undefined : readLogin(rest)
    default:
      return { kind: 'key', key: text }
  }
}

/** A text without a colon is a name with an empty password, which opens nothing. */
function readLogin(encoded: string): Authorization {
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0
    ? { kind: 'login', name: text, password: '' }
    : { kind: 'login', name: text.slice(0, colon), password: text.slice(colon + 1) }
}
