import { NodeError, type NodeContext } from '@chatwright/core'

export interface AnswerBounds {
  maxBytes: number
  /** Lines of event streams: their reader looks at the rest of what it holds for each of them. */
  maxLines: number
}

export interface BoundedFetch {
  fetch: typeof fetch
  /** Aborted when more came than may: whoever waits for an answer learns it here, not from a stream that is tried again. */
  overflow: AbortSignal
}

/** A fetch whose answers, all together, stay within bounds: the vendor's library reads without any. */
export function boundFetch(context: Pick<NodeContext, 'fetch'>, { maxBytes, maxLines }: AnswerBounds): BoundedFetch {
  const overflow = new AbortController()
  let bytes = 0
  let lines = 0
  const count = (piece: Uint8Array, isEvents: boolean): void => {
    bytes += piece.byteLength
    if (isEvents) lines += linesIn(piece)
    if (bytes > maxBytes) overflow.abort(tooLarge(`more than ${maxBytes / 1024 ** 2} MB`))
    else if (lines > maxLines) overflow.abort(tooLarge(`more than ${maxLines} lines`))
  }
  return {
    overflow: overflow.signal,
    fetch: async (input, init) => {
      overflow.signal.throwIfAborted()
      const response = await context.fetch(input, init)
      if (!response.body) return response
      const isEvents = response.headers.get('content-type')?.includes('event-stream') ?? false
      const counted = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          count(piece, isEvents)
          if (overflow.signal.aborted) controller.error(overflow.signal.reason)
          else controller.enqueue(piece)
        },
      })
      return new Response(response.body.pipeThrough(counted), response)
    },
  }
}

function linesIn(piece: Uint8Array): number {
  let lines = 0
  for (const byte of piece) if (byte === LINE_FEED || byte === CARRIAGE_RETURN) lines += 1
  return lines
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

function tooLarge(what: string): NodeError {
  return new NodeError(`The MCP server answered with ${what}, and was not read further.`, {
    code: 'refused',
    hint: 'Use a server, or a tool of it, that answers with less at once.',
  })
}
