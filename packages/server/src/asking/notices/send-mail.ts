import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { MailSettings } from '../../ground/config/read-mail.ts'
import type { Outbound } from '../../guards/outbound/outbound.ts'
import { mailFault } from './mail-fault.ts'

export interface SendMailOptions {
  settings: MailSettings | undefined
  dialAddress: Outbound['dialAddress']
}

export interface Mail {
  to: string[]
  subject: string
  text: string
  /** The same for mail that is sent again. */
  id?: string
}

/** For each pause of the other side. */
const PAUSE_MS = 10_000
/** For all of it: less than whoever sends has before somebody else tries. */
const LIMIT_MS = 20_000

/** Hands mail to the server that the operator named, at an address that the guard has checked. */
export function createSendMail({ settings, dialAddress }: SendMailOptions): (mail: Mail) => Promise<void> {
  return async ({ to, subject, text, id = randomUUID() }) => {
    if (!settings) throw new Error("This server can't send email. Set SMTP_URL and MAIL_FROM.")
    const { host, port, isSecure, login, from } = settings
    // Imported on first use: most servers send no mail.
    const [{ createTransport }, checked] = await Promise.all([import('nodemailer'), dialAddress(host)])
    const transport = createTransport({
      host: checked,
      port,
      secure: isSecure,
      // A password is never sent in the clear to another machine's network.
      requireTLS: login !== undefined,
      // Its certificate names the host, and the address where it has no name.
      ...(isIP(host) === 0 && { tls: { servername: host } }),
      ...(login && { auth: login }),
      connectionTimeout: PAUSE_MS,
      greetingTimeout: PAUSE_MS,
      socketTimeout: PAUSE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const late = setTimeout(() => transport.close(), LIMIT_MS)
    try {
      await transport.sendMail({
        from,
        to,
        messageId: `<${id}@chatwright>`,
        subject,
        text,
        headers: { 'auto-submitted': 'auto-generated' },
      })
    } catch (error) {
      throw mailFault(error)
    } finally {
      clearTimeout(late)
      transport.close()
    }
  }
}
