import { API_BASE, AppError, type ErrorBody } from '@chatwright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { databaseFault } from '../db/database-faults.ts'
import { leaveUnread } from './unread-body.ts'

/** Turns whatever was thrown into the one error shape. Nothing of the inside shows: no stack, no path, no SQL. */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toAppError(thrown)
  if (error.code === 'internal') request.log.error({ err: thrown, reqId: request.id }, 'request failed')
  else if (error.status >= 500) request.log.warn({ err: thrown, reqId: request.id }, error.message)
  if (error.code === 'payload-too-large' || error.code === 'overloaded') reply.removeHeader('connection')
  leaveUnread(request, reply)
  reply.header('cache-control', 'no-store')
  const retryAfter = retryAfterSeconds(error)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (error.status === 401 && request.headers['x-request-from'] === undefined) {
    // No Basic challenge: the browser's own prompt would cover the login dialog.
    reply.header('www-authenticate', 'Bearer realm="chatwright"')
  }
  if (readsEventsOnly(request)) return answerEventReader(error, reply)
  const body = errorBody(error, request.id)
  const isForOpenAi = request.routeOptions.url?.startsWith('/v1/') ?? false
  return reply
    .status(error.status)
    .type('application/json; charset=utf-8')
    .send(isForOpenAi ? { ...body, error: openAiError(error) } : body)
}

/**
 * A chat widget of the older product asks for events and nothing else. Of any other answer it shows the bare text for three
 * statuses and nothing at all for the rest: there the refusal must itself be an event.
 */
function answerEventReader(error: AppError, reply: FastifyReply): FastifyReply {
  if (shownAsText.has(error.status)) {
    return reply.status(error.status).type('text/plain; charset=utf-8').send(error.message)
  }
  const frames = [
    { event: 'error', data: error.message },
    { event: 'end', data: '[DONE]' },
  ]
  return reply
    .status(200)
    .type('text/event-stream; charset=utf-8')
    .send(frames.map((frame) => `data:${JSON.stringify(frame)}\n\n`).join(''))
}

const shownAsText: ReadonlySet<number> = new Set([401, 403, 429])

function readsEventsOnly({ method, headers, routeOptions }: FastifyRequest): boolean {
  const isQuestion = method === 'POST' && routeOptions.url === `${API_BASE}/prediction/:id`
  return isQuestion && headers.accept?.trim().toLowerCase() === 'text/event-stream'
}

/** Clients of OpenAI look for the message inside; given a text, some show nothing but the status. */
function openAiError({ status, code, message }: AppError) {
  return { message, type: openAiType(status), param: null, code }
}

function openAiType(status: number): string {
  if (status === 429) return 'rate_limit_error'
  return status < 500 ? 'invalid_request_error' : 'server_error'
}

export function errorBody(error: AppError, requestId: string): ErrorBody {
  return {
    error: error.message,
    code: error.code,
    message: error.message,
    ...(error.details !== undefined && { details: error.details }),
    requestId,
  }
}

/** Any thrown thing as the error a client may see. */
export function toAppError(thrown: unknown): AppError {
  const fault = databaseFault(thrown)
  if (fault instanceof AppError) return fault
  const { statusCode, code, message } = fault as { statusCode?: unknown; code?: unknown; message?: unknown }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) {
    return new AppError('payload-too-large')
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415) return new AppError('unsupported-media-type')
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    const text = typeof message === 'string' ? message : 'The request is not valid.'
    return new AppError(
      'invalid-request',
      { issues: [{ path: 'request', message: text }] },
      { message: text, cause: thrown },
    )
  }
  return new AppError('internal', undefined, { cause: thrown })
}

function retryAfterSeconds(error: AppError): number | undefined {
  if (error.details && typeof error.details === 'object' && 'retryAfterSeconds' in error.details) {
    return error.details.retryAfterSeconds
  }
  return error.status === 503 ? 2 : undefined
}
