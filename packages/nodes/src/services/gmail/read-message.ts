import { at, listAt, textAt } from '../read-body.ts'

/** A message as people read it. */
export function readMessage(message: unknown): Record<string, unknown> {
  const header = (name: string): string => {
    const found = listAt(message, 'payload.headers').find((each) => textAt(each, 'name').toLowerCase() === name)
    return textAt(found, 'value')
  }
  const body = bodyText(at(message, 'payload'))
  return {
    id: textAt(message, 'id'),
    threadId: textAt(message, 'threadId'),
    from: header('from'),
    to: header('to'),
    subject: header('subject'),
    date: header('date'),
    snippet: textAt(message, 'snippet'),
    labels: listAt(message, 'labelIds'),
    ...(body !== '' && { text: body }),
    ...(attachmentsOf(at(message, 'payload')).length > 0 && { attachments: attachmentsOf(at(message, 'payload')) }),
    ...(header('message-id') !== '' && { messageId: header('message-id') }),
  }
}

/** The plain text of a message, or its page without marks where it has no other. */
function bodyText(payload: unknown): string {
  const plain = partOf(payload, 'text/plain')
  if (plain !== undefined) return plain
  return htmlText(partOf(payload, 'text/html') ?? '')
}

/** What stands between the marks of a page, but for its styles and scripts. */
function htmlText(page: string): string {
  const pieces = page.split('<').map((piece, index) => {
    const end = piece.indexOf('>')
    const mark = index === 0 ? '' : piece.slice(0, end).toLowerCase()
    const words = index === 0 ? piece : piece.slice(end + 1)
    if (mark.startsWith('style') || mark.startsWith('script')) return ''
    return /^(?:br|\/p|\/div|\/tr|\/li|\/h\d)/.test(mark) ? `\n${words}` : words
  })
  return pieces.join('').replaceAll('&nbsp;', ' ').replaceAll('&amp;', '&').trim()
}

function partOf(payload: unknown, type: string, depth = 0): string | undefined {
  if (depth > 20) return undefined
  const data = textAt(payload, 'body.data')
  if (textAt(payload, 'mimeType') === type && data !== '') return Buffer.from(data, 'base64url').toString('utf8')
  for (const part of listAt(payload, 'parts')) {
    const found = partOf(part, type, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

function attachmentsOf(payload: unknown, depth = 0): { name: string; id: string; type: string }[] {
  if (depth > 20) return []
  const id = textAt(payload, 'body.attachmentId')
  const own = id === '' ? [] : [{ name: textAt(payload, 'filename'), id, type: textAt(payload, 'mimeType') }]
  return [...own, ...listAt(payload, 'parts').flatMap((part) => attachmentsOf(part, depth + 1))]
}
