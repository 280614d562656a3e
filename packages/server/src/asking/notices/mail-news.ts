import { isIP } from 'node:net'
import type { MailSettings } from '../../ground/config/read-mail.ts'
import type { Outbound } from '../../guards/outbound/outbound.ts'
import { mailFault } from './mail-fault.ts'
import type { News } from './news.ts'

/** Sends news of one kind to an address such as `mailto:a@example.com,b@example.com`. */
export type MailNews = (address: string, news: readonly [News, ...News[]]) => Promise<void>

/** For each pause of the other side. */
const PAUSE_MS = 10_000
/** For all of it: less than whoever sends has before somebody else tries. */
const LIMIT_MS = 20_000
/** Enough to know which run it is; the rest is behind the link. */
const MOST_CHARACTERS = 2000
/** Of several runs in one mail: how many it names, and how much it says of each. */
const MOST_NAMED = 20
const MOST_OF_EACH = 200

const verbs: Record<News['event'], string> = {
  'run.finished': 'finished',
  'run.failed': 'failed',
  'run.waiting': 'is waiting for a decision',
  'run.limit': 'hit a limit',
}

/** Hands mail to the server that the operator named, at an address that the guard has checked. */
export function createMailNews({
  settings,
  dialAddress,
}: {
  settings: MailSettings | undefined
  dialAddress: Outbound['dialAddress']
}): MailNews {
  return async (address, news) => {
    const [first, ...others] = news
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
        to: address.slice('mailto:'.length).split(','),
        // The same each time it is tried: who has seen it lets it be.
        messageId: `<${first.id}@chatwright>`,
        subject: others.length === 0 ? `${first.flow.name}: run ${verbs[first.event]}` : headingOf(news),
        text: others.length === 0 ? textOf(first) : textOfAll(news),
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

function textOf({ event, flow, run }: News): string {
  const lines = [
    `A run of ${flow.name} ${verbs[event]}.`,
    ...labelled('Error', run.error),
    ...labelled('Question', run.question),
    ...labelled('Answer', run.answer),
    `Details: ${run.link}`,
  ]
  return `${lines.join('\n\n')}\n`
}

function headingOf(news: readonly [News, ...News[]]): string {
  const [{ flow, event }] = news
  return `${flow.name}: ${news.length} runs ${verbs[event].replace(/^is /, 'are ')}`
}

function textOfAll(news: readonly [News, ...News[]]): string {
  const named = news
    .slice(0, MOST_NAMED)
    .map(({ run }) =>
      [
        ...labelled('Error', run.error, MOST_OF_EACH),
        ...labelled('Question', run.question, MOST_OF_EACH),
        run.link,
      ].join('\n'),
    )
  const more = news.length - named.length
  return `${[`${headingOf(news)}.`, ...named, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n\n')}\n`
}

function labelled(label: string, text: string | null, most = MOST_CHARACTERS): string[] {
  if (text === null || text === '') return []
  return [`${label}: ${text.length > most ? `${text.slice(0, most)}…` : text}`]
}
