import { NodeError, type NodeErrorCode } from '@chatwright/core'
import type { HttpAnswer, HttpRequest } from './http-exchange.ts'
import { failureCode, saidBy } from './said-by.ts'

/** What a service's refusal means, and what a person can do about it. */
export function answerError(
  { service, field }: Pick<HttpRequest, 'service' | 'field'>,
  { status, text }: Pick<HttpAnswer, 'status' | 'text'>,
  { isRetryable }: { isRetryable: boolean },
): NodeError {
  const { code, what, hint } = meaningOf(status, service)
  const said = saidBy(text)
  return new NodeError(`${service} ${what} (${status})${said === '' ? '.' : `: ${said}`}`, {
    code,
    hint,
    status,
    isRetryable,
    ...(field !== undefined && code === 'not-found' && { field }),
  })
}

/** A failed connection. What the outbound client refused, and a limit that passed, stay as they were said. */
export function networkError(
  { service, url, field }: Pick<HttpRequest, 'service' | 'url' | 'field'>,
  cause: unknown,
): NodeError {
  if (cause instanceof NodeError) return cause
  const code = failureCode(cause)
  const reason = code ?? (cause instanceof Error ? cause.message : String(cause))
  return new NodeError(`${service} can't be reached at ${addressWithoutSecrets(url)}: ${reason}.`, {
    code: 'unreachable',
    hint: 'Check the address and that the service is running. The operator must allow private addresses.',
    isRetryable: code !== 'ENOTFOUND',
    cause,
    ...(field !== undefined && { field }),
  })
}

export function tooSlow({ service, url }: Pick<HttpRequest, 'service' | 'url'>, what: string, ms: number): NodeError {
  return new NodeError(`${service} ${what} within ${ms / 1000} seconds (${addressWithoutSecrets(url)}).`, {
    code: 'timeout',
    hint: 'Try again. If it keeps failing, check that the service is running.',
  })
}

function meaningOf(status: number, service: string): { code: NodeErrorCode; what: string; hint: string } {
  switch (status) {
    case 401:
    case 403:
      return {
        code: 'wrong-credential',
        what: 'refused the credential',
        hint: `Open this node's credential and enter a valid ${service} key.`,
      }
    case 404:
      return { code: 'not-found', what: "doesn't have that", hint: 'Check the names and addresses in this node.' }
    case 402:
    case 429:
      return {
        code: status === 402 ? 'quota' : 'rate-limit',
        what: 'has reached its limit',
        hint: `Wait a while, or raise your ${service} account's limit.`,
      }
    case 503:
    case 529:
      return { code: 'overloaded', what: 'is overloaded', hint: 'Try again later.' }
    default:
      return status >= 500
        ? { code: 'failed', what: 'has an internal problem', hint: 'Try again later.' }
        : { code: 'bad-input', what: "didn't accept the request", hint: "Check this node's fields." }
  }
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
