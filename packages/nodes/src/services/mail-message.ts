import { NodeError } from '@chatwright/core'
import { randomUUID } from 'node:crypto'

export interface MailMessage {
  to: string
  subject: string
  text: string
  isHtml?: boolean | undefined
  cc?: string | undefined
  bcc?: string | undefined
  from?: string | undefined
  replyTo?: string | undefined
  /** The message that this one answers. */
  inReplyTo?: string | undefined
}

/** A message as mail carries it (RFC 5322), its body in base64 so that every letter arrives. */
export function writeMail(mail: MailMessage): string {
  const headers = [
    ['From', mail.from],
    ['To', mail.to],
    ['Cc', mail.cc],
    ['Bcc', mail.bcc],
    ['Reply-To', mail.replyTo],
    ['Subject', mail.subject],
    ['In-Reply-To', mail.inReplyTo],
    ['References', mail.inReplyTo],
    ['MIME-Version', '1.0'],
    ['Content-Type', `text/${mail.isHtml ? 'html' : 'plain'}; charset=utf-8`],
    ['Content-Transfer-Encoding', 'base64'],
  ] as const
  const lines = headers.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}: ${headerText(name, value)}`],
  )
  const body = Buffer.from(mail.text, 'utf8').toString('base64')
  return [...lines, '', body.replaceAll(/.{76}/g, '$&\r\n')].join('\r\n')
}

/** A break would begin another header: of a recipient, or of a body. */
function headerText(name: string, value: string): string {
  if (/[\r\n\0]/.test(value)) {
    throw new NodeError(`The mail's ${name.toLowerCase()} has a line break.`, {
      code: 'bad-input',
      hint: 'Enter it on one line.',
    })
  }
  if (/^[\x20-\x7e]*$/.test(value)) return value
  return name === 'Subject' ? encodedWords(value) : value.split(',').map(namedAddress).join(',')
}

/** A name before an address may hold any letter; the address itself may not. */
function namedAddress(address: string): string {
  const bracket = address.indexOf('<')
  const [name, rest] = [address.slice(0, Math.max(bracket, 0)), address.slice(Math.max(bracket, 0))]
  if (/^[\x20-\x7e]*$/.test(name)) return address
  return ` ${encodedWords(name.trim().replaceAll('"', ''))} ${rest}`
}

/** Words beyond ASCII, in pieces that mail allows (RFC 2047). */
function encodedWords(text: string): string {
  const pieces: string[] = []
  let piece = ''
  for (const letter of text) {
    if (Buffer.byteLength(piece + letter) > 42) {
      pieces.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...pieces, piece].map((each) => `=?UTF-8?B?${Buffer.from(each).toString('base64')}?=`).join('\r\n ')
}

/** What tells one message from every other. */
export function newMessageId(domain: string): string {
  return `<${randomUUID()}@${domain}>`
}
