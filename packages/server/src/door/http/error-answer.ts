import { API_BASE, AppError, type ErrorBody } from '@chatwright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { databaseFault } from '../../ground/db/database-faults.ts'
import { leaveUnread } from './unread-body.ts'

/** Turns whatever was thrown into the one error shape. Nothing of the inside shows: no stack, no path, no SQL. */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toAppError(thrown)
  if (error.code === 'internal') request.log.error({ err: thrown, reqId: request.id }, 'request failed')
  else if (error.status >= 500) request.log.warn({ err: thrown, reqId: request.id }, error.message)
  if (error.code === 'payload-too-large' || error.code === 'overloaded') reply.removeHeader('connection')
  leaveUnread(request, reply)
  if (error.status === 401 && request.headers['x-request-from'] === undefined) {
    // No Basic challenge: the browser's own prompt would cover the login dialog.
    reply.header('www-authenticate', 'Bearer realm="chatwright"')
  }
  const { status, headers, body } = errorParts(error, request)
  return reply.status(status).headers(headers).send(body)
}

/** An error as it goes over the wire. */
export function errorParts(error: AppError, request: FastifyRequest): ErrorParts {
  const retryAfter = retryAfterSeconds(error)
  const common = {
    'cache-control': 'no-store',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  }
  const { status, type, body } = readsEventsOnly(request) ? forEventReader(error) : forPrograms(error, request)
  return { status, headers: { 'content-type': `${type}; charset=utf-8`, ...common }, body }
}

interface ErrorParts {
  status: number
  headers: Record<string, string>
  body: string
}

function forPrograms(error: AppError, request: FastifyRequest) {
  const body = errorBody(error, request.id)
  const isForOpenAi = request.routeOptions.url?.startsWith('/v1/') ?? false
  // Clients of either protocol find their own shape in it.
  const shown = isForOpenAi ? { type: 'error', ...body, error: openAiError(error) } : body
  return { status: error.status, type: 'application/json', body: JSON.stringify(shown) }
}

/**
 * A chat widget of the older product asks for events and nothing else. Of any other answer it shows the bare text for three
 * statuses and nothing at all for the rest: there the refusal must itself be an event.
 */
function forEventReader({ status, message }: AppError) {
  if (shownAsText.has(status)) return { status, type: 'text/plain', body: message }
  const frames = [
    { event: 'error', data: message },
    { event: 'end', data: '[DONE]' },
  ]
  const body = frames.map((frame) => `data:${JSON.stringify(frame)}\n\n`).join('')
  return { status: 200, type: 'text/event-stream', body }
}

const shownAsText: ReadonlySet<number> = new Set([401, 403, 429])

function readsEventsOnly({ method, headers, routeOptions }: FastifyRequest): boolean {
  const isQuestion = method === 'POST' && routeOptions.url === `${API_BASE}/prediction/:id`
  return isQuestion && headers.accept?.trim().toLowerCase() === 'text/event-stream'
}

/** Clients of OpenAI look for the message inside; given a text, some show nothing but the status. */
function openAiError(error: AppError) {
  const { status, code, message } = error
  return { message, type: openAiType(status), param: paramOf(error), code }
}

/** The parameter at fault, where one is. */
function paramOf({ code, details }: AppError): string | null {
  if (code !== 'invalid-request' || typeof details !== 'object' || !('issues' in details)) return null
  const [issue] = details.issues as { path: string }[]
  return issue?.path.replace(/^body\./, '') ?? null
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
    const text = typeof message === 'string' ? message : "The request isn't valid."
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
