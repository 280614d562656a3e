import type { News } from './news.ts'
import { createSendMail, type SendMailOptions } from './send-mail.ts'

/** Sends news of one kind to an address such as `mailto:a@example.com,b@example.com`. */
export type MailNews = (address: string, news: readonly [News, ...News[]]) => Promise<void>

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

/** Writes mail about runs. */
export function createMailNews(sender: SendMailOptions): MailNews {
  const send = createSendMail(sender)
  return (address, news) => {
    const [first, ...others] = news
    return send({
      to: address.slice('mailto:'.length).split(','),
      // The same each time it is tried: who has seen it lets it be.
      id: first.id,
      subject: others.length === 0 ? `${first.flow.name}: run ${verbs[first.event]}` : headingOf(news),
      text: others.length === 0 ? textOf(first) : textOfAll(news),
    })
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
