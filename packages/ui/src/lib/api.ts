import { routeUrl, version } from '@chatwright/contract'
import type { Route } from '@chatwright/contract'

import { useLogin } from '../state/login.ts'
import { ApiError, readApiError } from './api-error.ts'
import { flowKeyHeader } from './flow-key.ts'
import { authorizationHeader } from './session.ts'
import type { ServerFacts } from './server-facts.ts'

type Field<Name extends string, Value> = [Value] extends [undefined] ? unknown : { [Key in Name]: Value }
type OptionalField<Name extends string, Value> = [Value] extends [undefined] ? unknown : { [Key in Name]?: Value }

export type CallOptions<Params, Query, Body> = Field<'params', Params> &
  OptionalField<'query', Query> &
  Field<'body', Body> & { signal?: AbortSignal }

/** Calls a route of the contract and gives back its answer; failures are `ApiError`s. */
export async function call<Params, Query, Body, Answer>(
  route: Route<Params, Query, Body, Answer>,
  ...[options]: Record<never, never> extends CallOptions<Params, Query, Body>
    ? [options?: CallOptions<Params, Query, Body>]
    : [options: CallOptions<Params, Query, Body>]
): Promise<Answer> {
  const given: { params?: unknown; query?: unknown; body?: unknown; signal?: AbortSignal } = options ?? {}
  const response = await send(routeUrl(route, given), {
    method: route.method,
    ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
    ...(given.signal && { signal: given.signal }),
  })
  return readAnswer<Answer>(response, route.produces)
}

/** Sends a request with our headers; a 401 asks the person to sign in, and every refusal is an `ApiError`. */
export async function send(address: string, init: RequestInit = {}): Promise<Response> {
  const response = await reach(address, init)
  if (response.ok) return response
  if (response.status === 401) void askToSignIn()
  throw await readApiError(response)
}

/** Nobody is asked where there is nothing to sign in to. */
async function askToSignIn(): Promise<void> {
  if (await hasLogin()) useLogin.getState().ask()
}

/** Whether there is anything to sign in to. A server that does not say so is taken to have a login. */
export async function hasLogin(): Promise<boolean> {
  const response = await reach(routeUrl(version, {})).catch(() => undefined)
  if (!response?.ok) return true
  return ((await response.json()) as Partial<ServerFacts>).hasLogin ?? true
}

/** A file of this server, with whatever sign-in there is. That it is missing asks nobody to sign in. */
export async function fetchFile(address: string, signal: AbortSignal): Promise<Blob> {
  const response = await reach(address, { signal })
  if (!response.ok) throw await readApiError(response)
  return response.blob()
}

/** Sends a request with our headers and gives back whatever is answered: every call of the product goes through here. */
export async function reach(address: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(address, { ...init, headers: requestHeaders(init) })
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new ApiError({
      status: 0,
      code: 'unreachable',
      message: 'The server does not answer. Check that it is running and that you are online.',
    })
  }
}

function requestHeaders(init: RequestInit): Headers {
  const headers = new Headers({ ...(flowKeyHeader() ?? authorizationHeader()) })
  // A form writes its own content type, with its boundary.
  if (!(init.body instanceof FormData)) headers.set('Content-Type', 'application/json')
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
  return headers
}

async function readAnswer<Answer>(response: Response, produces: Route['produces']): Promise<Answer> {
  if (response.status === 204) return undefined as Answer
  // The server parses its own answers with the contract's schema, so they are not parsed a second time here.
  if (produces === 'json') return (await response.json()) as Answer
  return (await response.text()) as Answer
}
