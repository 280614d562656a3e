import type { FastifyReply } from 'fastify'
import type { OutgoingHttpHeaders } from 'node:http'

/** An open stream of server-sent events. */
export interface EventStream {
  write(frames: string): void
  end(): void
  /** Called when the client left before the end. */
  onGone(listener: () => void): void
}

export interface EventStreams {
  /** `type` says more of what is streamed. */
  open(reply: FastifyReply, type?: string): EventStream
  close(): void
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
}
const HEARTBEAT_MS = 15_000
/** How long a client waits at most to hear that its question is being answered. */
const HEAD_WAIT_MS = 200
/** A reader this far behind is not reading. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024

/** Opens event streams, and keeps all of them warm with one timer. */
export function createEventStreams({
  heartbeatMs = HEARTBEAT_MS,
  headWaitMs = HEAD_WAIT_MS,
}: { heartbeatMs?: number; headWaitMs?: number } = {}): EventStreams {
  const streams = new Set<EventStream>()
  const heartbeat = setInterval(() => {
    for (const stream of streams) stream.write(':heartbeat\n\n')
  }, heartbeatMs)
  heartbeat.unref()

  return {
    open(reply, type) {
      reply.hijack()
      const { raw } = reply
      const headers = Object.assign(reply.getHeaders() as OutgoingHttpHeaders, STREAM_HEADERS)
      raw.writeHead(200, type === undefined ? headers : { ...headers, 'content-type': type })
      let waiting = ''
      let isEnded = false
      let isScheduled = false
      let onGone = (): void => {}
      // The head leaves with the first words; only a model that thinks for longer has it sent alone.
      const head = setTimeout(() => raw.flushHeaders(), headWaitMs)

      // Tokens that arrive together leave together: a chunk of its own for each costs more than the token.
      const flush = (): void => {
        isScheduled = false
        if (waiting === '' || raw.destroyed) return
        clearTimeout(head)
        raw.write(waiting)
        waiting = ''
        if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy()
      }
      const stream: EventStream = {
        write(frames) {
          if (isEnded || frames === '') return
          waiting += frames
          if (isScheduled) return
          isScheduled = true
          setImmediate(flush)
        },
        end() {
          if (isEnded) return
          isEnded = true
          streams.delete(stream)
          clearTimeout(head)
          if (!raw.destroyed) raw.end(waiting)
          waiting = ''
        },
        onGone(listener) {
          onGone = listener
          if (raw.destroyed) listener()
        },
      }
      // On the answer, not the request: a request whose body was read is closed already.
      raw.on('close', () => {
        streams.delete(stream)
        if (isEnded) return
        isEnded = true
        clearTimeout(head)
        onGone()
      })
      raw.on('error', () => raw.destroy())
      streams.add(stream)
      return stream
    },
    close() {
      clearInterval(heartbeat)
      for (const stream of streams) stream.end()
    },
  }
}
