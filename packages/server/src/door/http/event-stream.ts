import type { AppError } from '@chatwright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OutgoingHttpHeaders } from 'node:http'

import { errorParts } from './error-answer.ts'
import type { NetworkLimits } from './network-limits.ts'
import { PIECE_BYTES } from './paced-answer.ts'

/** An open stream of server-sent events. */
export interface EventStream {
  write(frames: string): void
  /** Resolves when the reader has caught up, or is gone. Undefined while it keeps up. */
  readonly room: Promise<void> | undefined
  /** Answers with an error in place of a stream, while nothing has left. Says whether it could. */
  refuse(error: AppError, request: FastifyRequest): boolean
  /** Lets the client know at once that it is answered. */
  begin(): void
  end(): void
  /** Called when the client left before the end. */
  onGone(listener: () => void): void
}

export interface EventStreams {
  /** Throws where the caller's network may have no more streams: asked before anything is begun for one. */
  expectRoom(reply: FastifyReply): void
  /** `type` says more of what is streamed. One opened for who showed a token or a signature of their own is not counted. */
  open(reply: FastifyReply, about?: { type?: string | undefined; isKnown?: boolean }): EventStream
  close(): void
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
}
const HEARTBEAT_MS = 15_000
/** How long a client waits at most to hear that its question is being answered: as long as a provider is tried again. */
const HEAD_WAIT_MS = 5000

/** Opens event streams, and keeps all of them warm with one timer. */
export function createEventStreams({
  heartbeatMs = HEARTBEAT_MS,
  headWaitMs = HEAD_WAIT_MS,
  networks,
}: {
  heartbeatMs?: number
  headWaitMs?: number
  networks: Pick<NetworkLimits, 'expectStream' | 'enterStream'>
}): EventStreams {
  const streams = new Set<EventStream>()
  const heartbeat = setInterval(() => {
    // A reader that is behind hears enough.
    for (const stream of streams) if (!stream.room) stream.write(':heartbeat\n\n')
  }, heartbeatMs)
  heartbeat.unref()

  return {
    expectRoom: (reply) => networks.expectStream(reply),

    open(reply, { type, isKnown = false } = {}) {
      if (!isKnown) networks.enterStream(reply)
      reply.hijack()
      const { raw } = reply
      const answer = reply.server.pace(reply)
      const common = reply.getHeaders() as OutgoingHttpHeaders
      let waiting = ''
      let isEnded = false
      let isScheduled = false
      let onGone = (): void => {}
      const sendHead = (): void => {
        // Not `{ ...common, … }`: V8 takes microseconds for each property that is added to a copy.
        if (!raw.headersSent)
          raw.writeHead(
            200,
            Object.assign(common, type === undefined ? STREAM_HEADERS : { ...STREAM_HEADERS, 'content-type': type }),
          )
      }
      const sendHeadAlone = (): void => {
        sendHead()
        raw.flushHeaders()
      }
      // The head leaves with the first words; only a model that thinks for longer has it sent alone.
      const head = setTimeout(sendHeadAlone, headWaitMs)

      // Tokens that arrive together leave together: a chunk of its own for each costs more than the token.
      const flush = (): void => {
        isScheduled = false
        if (raw.destroyed) waiting = ''
        if (waiting === '') return
        clearTimeout(head)
        sendHead()
        answer.write(waiting)
        waiting = ''
      }
      const stream: EventStream = {
        write(frames) {
          if (isEnded || frames === '') return
          waiting += frames
          if (waiting.length > PIECE_BYTES) flush()
          if (isScheduled || waiting === '') return
          isScheduled = true
          setImmediate(flush)
        },
        get room() {
          return answer.room
        },
        refuse(error, request) {
          if (isEnded || waiting !== '' || raw.headersSent || raw.destroyed) return false
          isEnded = true
          streams.delete(stream)
          clearTimeout(head)
          const { status, headers, body } = errorParts(error, request)
          raw.writeHead(status, { ...common, ...headers }).end(body)
          return true
        },
        begin() {
          clearTimeout(head)
          if (!isEnded && waiting === '' && !raw.destroyed) sendHeadAlone()
        },
        end() {
          if (isEnded) return
          isEnded = true
          streams.delete(stream)
          clearTimeout(head)
          if (raw.destroyed) return
          sendHead()
          answer.end(waiting)
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
