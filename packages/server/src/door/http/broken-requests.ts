import { AppError } from '@chatwright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { answerError, errorBody } from './error-answer.ts'

// Imported as a module, it would bring the client built into Node along from Node 22 on.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** Addresses the router cannot read get the same envelope as everything else. */
export function answerUnreadableAddress(
  error: { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const isTooLong = error.statusCode === 414
  const answer = isTooLong ? new AppError('not-found') : invalid('address', "The address isn't valid.")
  reply.header('x-request-id', request.id)
  answerError(answer, request, reply)
}

/** Bytes that are not HTTP, headers without end, requests that never finish: answered on the bare socket. */
export function answerBrokenSocket(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const answer = toAnswer(error)
    const id = randomUUID()
    const body = JSON.stringify(errorBody(answer, id))
    const head = [
      `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${id}`,
      'connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy()
}

function toAnswer({ code }: NodeJS.ErrnoException): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('request-timeout')
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('headers-too-large')
  return invalid('request', "The request isn't valid HTTP.")
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid-request', { issues: [{ path, message }] }, { message })
}
