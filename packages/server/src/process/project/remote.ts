import { errorTable, routeUrl, type Route } from '@chatwright/contract'
import { parseJson } from '@chatwright/core'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import type { Environment } from './environments.ts'

/** A server behind its API. */
export interface Remote {
  name: string
  call<Params, Query, Body, Response>(
    route: Route<Params, Query, Body, Response>,
    values?: { params?: Params; query?: Query; body?: unknown },
  ): Promise<Response>
}

/** What a server answers when it does not do what was asked. */
export class RemoteError extends UserFacingError {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const ANSWER_MS = 60_000

export function openRemote({ name, address, key }: Environment): Remote {
  return {
    name,
    async call(route, values = {}) {
      const url = `${address}${routeUrl(route, values)}`
      const answer = await fetch(url, {
        method: route.method,
        headers: {
          accept: 'application/json',
          ...(values.body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && key !== '' && { authorization: `Bearer ${key}` }),
        },
        ...(values.body !== undefined && { body: JSON.stringify(values.body) }),
        // A server that leads elsewhere would lead the key there, too.
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS),
      }).catch((error: unknown) => {
        const cause = error instanceof Error ? error.cause : undefined
        const why = cause instanceof Error && cause.message !== '' ? ` ${cause.message}.` : ''
        throw new UserFacingError(`${name} (${address}) can't be reached.${why} Check the address.`)
      })
      const text = await answer.text()
      if (answer.ok) return readJson(text, name) as never
      throw explain(name, answer.status, text)
    },
  }
}

function readJson(text: string, name: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new UserFacingError(`${name} didn't answer as a Chatwright does. Check the address.`)
  }
}

function explain(name: string, status: number, text: string): RemoteError {
  let body: { code?: unknown; message?: unknown } = {}
  try {
    body = Object(parseJson(text)) as typeof body
  } catch {
    // Something else than a Chatwright answered.
  }
  const code = typeof body.code === 'string' ? body.code : ''
  if (code === 'unauthorized') return new RemoteError(code, `${name} needs an API key with the permission "manage".`)
  const said =
    typeof body.message === 'string' && Object.hasOwn(errorTable, code) ? body.message : `It answered ${status}.`
  return new RemoteError(code, `${name}: ${said}`)
}
