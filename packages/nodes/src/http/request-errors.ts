import { NodeError, type NodeErrorCode } from '@chatwright/core'
import type { HttpAnswer, HttpRequest } from './http-exchange.ts'

const SHOWN_CHARACTERS = 300

/** What a service's refusal means, and what a person can do about it. */
export function answerError(
  { service, field }: Pick<HttpRequest, 'service' | 'field'>,
  { status, headers, text }: Omit<HttpAnswer, 'bytes'>,
  { isRetryable }: { isRetryable: boolean },
): NodeError {
  const { code, what, hint } = meaningOf(status, service)
  const said = saidBy(text)
  return new NodeError(`${service} ${what} (${status})${said === '' ? '.' : `: ${said}`}`, {
    code,
    hint,
    status,
    isRetryable,
    cause: headers,
    ...(field !== undefined && code === 'not-found' && { field }),
  })
}

export function networkError(
  { service, url, field }: Pick<HttpRequest, 'service' | 'url' | 'field'>,
  cause: unknown,
  { isTimeout, timeoutMs }: { isTimeout: boolean; timeoutMs: number },
): NodeError {
  const place = addressWithoutSecrets(url)
  if (isTimeout) {
    return new NodeError(`${service} gave no answer within ${timeoutMs / 1000} seconds (${place}).`, {
      code: 'timeout',
      hint: 'Try again; if it goes on, check that the service is up.',
      isRetryable: false,
      cause,
    })
  }
  return new NodeError(`${service} cannot be reached at ${place}: ${reasonOf(cause)}.`, {
    code: 'unreachable',
    hint: 'Check the address and that the service is running; private addresses must be allowed by the operator.',
    isRetryable: true,
    cause,
    ...(field !== undefined && { field }),
  })
}

function meaningOf(status: number, service: string): { code: NodeErrorCode; what: string; hint: string } {
  switch (status) {
    case 401:
    case 403:
      return {
        code: 'wrong-credential',
        what: 'refused the credential',
        hint: `Open the credential of this node and enter a valid key for ${service}.`,
      }
    case 404:
      return { code: 'not-found', what: 'does not have that', hint: 'Check the names and addresses in this node.' }
    case 402:
    case 429:
      return {
        code: 'quota',
        what: 'says the limit is reached',
        hint: `Wait a while, or raise the limit of your ${service} account.`,
      }
    default:
      return status >= 500
        ? { code: 'failed', what: 'has a problem of its own', hint: 'Try again in a while.' }
        : { code: 'bad-input', what: 'did not accept the request', hint: 'Check the inputs of this node.' }
  }
}

/** The message inside an error answer, wherever the service puts it. */
function saidBy(text: string): string {
  const said = messageIn(parseJson(text)) ?? (/^\s*</.test(text) ? '' : text)
  return said.length > SHOWN_CHARACTERS ? `${said.slice(0, SHOWN_CHARACTERS)}…` : said.trim()
}

function messageIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return messageIn(value[0])
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Record<string, unknown>
  for (const name of ['message', 'error', 'detail', 'error_description', 'status', 'errors']) {
    const found = fields[name] === undefined ? undefined : messageIn(fields[name])
    if (found !== undefined) return found
  }
  return undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const inner = cause.cause
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : undefined
  return code ?? (inner instanceof Error ? inner.message : cause.message)
}

/** Keys travel in query strings of some services and must not travel on into messages. */
function addressWithoutSecrets(url: string | URL): string {
  try {
    const { origin, pathname } = new URL(url)
    return `${origin}${pathname}`
  } catch {
    return String(url)
  }
}
