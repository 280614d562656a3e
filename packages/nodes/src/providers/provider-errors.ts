import { isShapeFault, NodeError, type NodeErrorOptions } from '@chatwright/core'
import { failureCode, saidBy } from '../http/said-by.ts'
import type { Endpoint } from './endpoint.ts'

/** What a provider answered instead of an answer, as an error that says what to do. */
export function statusError(endpoint: Endpoint, status: number, body: string): NodeError {
  const detail = messageIn(body)
  const said = detail.message ? `: ${detail.message}` : ''
  const credential = endpoint.credentialLabel ? `credential "${endpoint.credentialLabel}"` : 'credential'
  const fail = (message: string, options: NodeErrorOptions): NodeError =>
    new NodeError(`${endpoint.vendor} ${message} (${status})${said}`, { status, ...options })

  if (status === 402 || (detail.isOutOfCredit && [400, 403, 429].includes(status))) {
    return fail('has no credit left for this key', {
      code: 'quota',
      hint: `Add credit to the account behind the ${credential}, or choose another credential.`,
    })
  }
  if (status === 401 || status === 403 || detail.isWrongKey) {
    return fail(status !== 403 ? 'refused the API key' : "doesn't allow this with the API key", {
      code: 'wrong-credential',
      hint: `Open this node's ${credential}, enter a key that is valid for this model, and test it.`,
      field: 'credential',
    })
  }
  if (status === 404 || (status === 400 && detail.isUnknownModel)) {
    return fail("doesn't know this model or address", {
      code: 'not-found',
      hint: endpoint.addressField
        ? `Check the model's name and the address ${endpoint.baseUrl}.`
        : 'Choose a model from the list. The model may be retired, or your key may not include it.',
      field: 'modelName',
    })
  }
  if (status === 429) {
    return fail('is receiving too many requests', {
      code: 'rate-limit',
      hint: "Wait a moment and try again. If it keeps failing, raise the account's limits or send fewer requests.",
      isRetryable: true,
    })
  }
  if (status === 408 || status === 504) {
    return fail('took too long', { code: 'timeout', hint: 'Try again in a moment.', isRetryable: true })
  }
  if (status === 503 || status === 529) {
    return fail('is overloaded', {
      code: 'overloaded',
      hint: `Try again in a moment. If it keeps failing, check the ${endpoint.vendor} status page.`,
      isRetryable: true,
    })
  }
  if (status >= 500) {
    return fail('has an internal problem', {
      code: 'failed',
      hint: `Try again in a moment. If it keeps failing, check the ${endpoint.vendor} status page.`,
      isRetryable: true,
    })
  }
  return fail("didn't accept the request", {
    code: 'bad-input',
    hint: detail.isTooLong
      ? 'The conversation is too long for the model. Shorten the prompt, remember fewer messages, or use a model with a larger context.'
      : "Check this node's settings against what the model supports.",
  })
}

/** An endpoint that sends its callers elsewhere: whoever owns that address would read the conversation. */
export function redirected(endpoint: Endpoint, address: string): NodeError {
  const { origin, pathname } = new URL(address)
  return new NodeError(`${endpoint.vendor} redirected the request to another server. Redirects aren't followed.`, {
    code: 'refused',
    hint: `It redirects to ${origin}${pathname}. If that is the right server, enter its address in this node.`,
    ...(endpoint.addressField && { field: endpoint.addressField }),
  })
}

/** A failed fetch or a broken stream. What the outbound client refused stays as it was said. */
export function networkError(endpoint: Endpoint, error: unknown): NodeError {
  if (error instanceof NodeError) return error
  if (error instanceof SyntaxError) return unreadable(endpoint, error)
  const code = failureCode(error)
  const { host } = new URL(endpoint.baseUrl)
  const hint = endpoint.addressField
    ? `Check that the server at ${endpoint.baseUrl} is running and that this address is right.`
    : "Check the server's network connection and try again."
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return new NodeError(`${endpoint.vendor} didn't accept the connection in time (${host}).`, {
      code: 'timeout',
      hint,
      isRetryable: true,
      cause: error,
    })
  }
  const isUnknownHost = code === 'ENOTFOUND'
  return new NodeError(
    isUnknownHost
      ? `The address of ${endpoint.vendor} can't be resolved: ${host}.`
      : `${endpoint.vendor} can't be reached at ${host}${code ? ` (${code})` : ''}.`,
    {
      code: 'unreachable',
      hint,
      isRetryable: !isUnknownHost && code !== undefined,
      cause: error,
      ...(endpoint.addressField && { field: endpoint.addressField }),
    },
  )
}

export function brokenAnswer(endpoint: Endpoint, cause?: unknown): NodeError {
  return new NodeError(`${endpoint.vendor} closed the connection before the answer was complete.`, {
    code: 'failed',
    hint: 'Try again. If it keeps failing, the provider or a proxy closes long answers.',
    isRetryable: true,
    cause,
  })
}

export function notAnApi(endpoint: Endpoint, cause?: unknown): NodeError {
  return new NodeError(`${endpoint.vendor} sent a response that isn't from its API.`, {
    code: 'not-found',
    hint: `Check that ${endpoint.baseUrl} is the API's address and not a web page.`,
    cause,
    ...(endpoint.addressField && { field: endpoint.addressField }),
  })
}

/** JSON that cannot be read, or that is nothing to go through. */
function unreadable(endpoint: Endpoint, cause: SyntaxError): NodeError {
  if (!isShapeFault(cause)) return notAnApi(endpoint, cause)
  return new NodeError(`${endpoint.vendor} answered with JSON that is ${cause.message.toLowerCase()}.`, {
    code: 'failed',
    hint: 'Rephrase the question. If it keeps failing, choose another model.',
    cause,
  })
}

export function missingKey(vendor: string, credentialLabel: string): NodeError {
  return new NodeError(`${vendor} needs an API key.`, {
    code: 'missing-credential',
    hint: `Choose or create a "${credentialLabel}" credential in this node.`,
    field: 'credential',
  })
}

interface Detail {
  message: string
  /** Google and xAI say so with a status that means something else. */
  isWrongKey: boolean
  /** Anthropic says so with a 400, xAI with a 403. */
  isOutOfCredit: boolean
  /** Mistral, DeepSeek, OpenRouter and Perplexity say so with a 400. */
  isUnknownModel: boolean
  isTooLong: boolean
}

function messageIn(body: string): Detail {
  return {
    message: saidBy(body),
    isWrongKey: /API_KEY_INVALID|API key not valid|incorrect API key|invalid API key/i.test(body),
    // One who is told when to come back has a limit per minute, and money enough.
    isOutOfCredit:
      /insufficient_quota|insufficient.?(credit|balance|funds)|exceeded your current quota|credit balance is too low|have any credits|out of credits/i.test(
        body,
      ) && !/(try again|retry) in/i.test(body),
    isUnknownModel: /invalid.?model|model.?not.?(exist|found)|not a valid model|model .{0,100}does not exist/i.test(
      body,
    ),
    isTooLong:
      /context_length|context length|too many tokens|prompt is too long|maximum context|exceeds the maximum number of tokens/i.test(
        body,
      ),
  }
}
