interface MailError extends Error {
  /** What failed, in the words of Nodemailer, and in those of the system. */
  code?: string
  originalCode?: string
  /** The mail server's own words, which begin with a number. */
  response?: string
  responseCode?: number
}

const LONGEST_WORDS = 300
const UNREACHED: ReadonlySet<string> = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS'])
const UNTRUSTED = /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

/** Why a mail did not leave, as a sentence for whoever looks. It repeats nothing of a login. */
export function mailFault(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return new Error(sentenceOf(error), { cause: error })
}

function sentenceOf({ code = '', originalCode = '', response, responseCode, message }: MailError): string {
  const words = (response ?? message).slice(0, LONGEST_WORDS)
  if (code === 'EAUTH') {
    const answered = responseCode === undefined ? '' : ` (${responseCode})`
    return `The mail server rejected the username and password in SMTP_URL${answered}.`
  }
  if (code === 'ETLS') return `The mail server doesn't encrypt the connection (STARTTLS), so nothing was sent: ${words}`
  if (UNTRUSTED.test(originalCode)) {
    return `The mail server's certificate isn't trusted: ${words}. If your own authority issued it, set NODE_EXTRA_CA_CERTS to its file and restart the server.`
  }
  if (response !== undefined) return `The mail server rejected the email: ${words}`
  return UNREACHED.has(code) ? `The mail server can't be reached: ${words}.` : words
}
