import { Readable } from 'node:stream'
import type { Agent } from 'undici'
import type { Deadline } from './deadline.ts'
import { IncomingAnswer, type AnswerHead } from './incoming-answer.ts'
import type { Pieces } from './pieces.ts'
import type { RequestParts } from './request-parts.ts'

export interface Answer extends AnswerHead {
  /** As it was sent, maybe packed. */
  body: Pieces
}

/** Sends one request and follows nothing. Faults have the shape that `fetch` gives them. */
export async function dispatch(agent: Agent, parts: RequestParts, deadline: Deadline): Promise<Answer> {
  const { url, method, body } = parts
  const incoming = new IncomingAnswer()
  deadline.onOver((reason) => incoming.stop(reason))
  agent.dispatch(
    {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', ...parts.headers },
      ...(body !== undefined && { body: body instanceof ReadableStream ? Readable.fromWeb(body as never) : body }),
    },
    incoming,
  )
  try {
    return { body: incoming, ...(await incoming.head) }
  } catch (error) {
    throw deadline.isOver ? error : new TypeError('fetch failed', { cause: error })
  }
}
