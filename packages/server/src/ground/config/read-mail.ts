export interface MailSettings {
  host: string
  port: number
  /** Encrypted from the first byte; otherwise as soon as the other side offers it. */
  isSecure: boolean
  login: { user: string; pass: string } | undefined
  from: string
}

const SMTP_PORT = 587
const SMTPS_PORT = 465

/** Who sends mail, from an address such as smtp://user:password@mail.example.com; faults never repeat it. */
export function readMail(
  { SMTP_URL: address, MAIL_FROM: from }: Readonly<Record<string, string | undefined>>,
  faults: string[],
): MailSettings | undefined {
  if (address === undefined && from === undefined) return undefined
  if (address === undefined || from === undefined) {
    faults.push('Set both SMTP_URL and MAIL_FROM, or neither.')
    return undefined
  }
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    faults.push('SMTP_URL should be an address such as smtp://user:password@mail.example.com:587 or smtps://….')
    return undefined
  }
  if (!from.includes('@')) {
    faults.push(`MAIL_FROM should be an email address, not ${JSON.stringify(from)}.`)
    return undefined
  }
  const isSecure = url.protocol === 'smtps:'
  return {
    // An IPv6 address stands in brackets there.
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? SMTPS_PORT : SMTP_PORT) : Number(url.port),
    isSecure,
    login: url.username === '' ? undefined : { user: decoded(url.username), pass: decoded(url.password) },
    from,
  }
}

/** Somebody may have written a percent sign as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
