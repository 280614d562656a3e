import { NodeError, type NodeContext } from '@chatwright/core'

export interface AnswerBounds {
  maxBytes: number
  /** Lines of event streams: their reader looks at the rest of what it holds for each of them. */
  maxLines: number
  /** Values of JSON, of objects and lists: each is looked at several times by its reader, in one go. */
  maxValues: number
}

export interface BoundedFetch {
  fetch: typeof fetch
  /** Aborted when more came than may: whoever waits for an answer learns it here, not from a stream that is tried again. */
  overflow: AbortSignal
}

/** A fetch whose answers, all together, stay within bounds: the vendor's library reads without any. */
export function boundFetch(
  context: Pick<NodeContext, 'fetch'>,
  { maxBytes, maxLines, maxValues }: AnswerBounds,
): BoundedFetch {
  const overflow = new AbortController()
  let bytes = 0
  let lines = 0
  let values = 0
  const count = (piece: Uint8Array, { isEvents, shape }: { isEvents: boolean; shape: ShapeCounter }): void => {
    const seen = shape.count(piece)
    bytes += piece.byteLength
    values += seen.values
    if (isEvents) lines += seen.lines
    if (bytes > maxBytes) overflow.abort(tooLarge(`more than ${maxBytes / 1024 ** 2} MB`))
    else if (lines > maxLines) overflow.abort(tooLarge(`more than ${maxLines} lines`))
    else if (values > maxValues) overflow.abort(tooLarge(`more than ${maxValues} values`))
  }
  return {
    overflow: overflow.signal,
    fetch: async (input, init) => {
      overflow.signal.throwIfAborted()
      const response = await context.fetch(input, init)
      if (!response.body) return response
      const isEvents = response.headers.get('content-type')?.includes('event-stream') ?? false
      const shape = createShapeCounter()
      const counted = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          count(piece, { isEvents, shape })
          if (overflow.signal.aborted) controller.error(overflow.signal.reason)
          else controller.enqueue(piece)
        },
      })
      return new Response(response.body.pipeThrough(counted), response)
    },
  }
}

interface ShapeCounter {
  /** The lines and the values of JSON that begin in the next piece of an answer. */
  count(piece: Uint8Array): { lines: number; values: number }
}

/** Looks at bytes only. What stands between quotes holds no values; no text of JSON goes beyond its line. */
function createShapeCounter(): ShapeCounter {
  let isText = false
  let isEscaped = false
  return {
    count(piece) {
      let lines = 0
      let values = 0
      for (const byte of piece) {
        if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
          lines += 1
          isText = false
          isEscaped = false
        } else if (isEscaped) isEscaped = false
        else if (byte === QUOTE) isText = !isText
        else if (isText) isEscaped = byte === BACKSLASH
        else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) values += 1
      }
      return { lines, values }
    },
  }
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b

function tooLarge(what: string): NodeError {
  return new NodeError(`The MCP server sent ${what}, and the rest wasn't read.`, {
    code: 'refused',
    hint: 'Use a server or a tool with smaller responses.',
  })
}
