import type { Right, Way } from '@chatwright/core'
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call a route.
 * - `public`: anyone; the answer holds nothing private.
 * - `flow`: the flow named in the path decides (its key, its origins, its rate limit).
 * - `owner`: who has the permission word of the route: the person running this server, an API key allowed to manage it.
 */
export type Access = 'public' | 'flow' | 'owner'

/** What a closed route demands: a permission word, or only to be signed in, where all that it reads and changes is one's own. */
export type Word = Right | 'signed-in'

/** The permission words that an API key can be given by name. `manage` means all there are. */
export const KEY_RIGHTS = ['flow.read', 'flow.edit', 'run.read'] as const satisfies readonly Right[]

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Route<Params = unknown, Query = unknown, Body = unknown, Response = unknown> {
  method: Method
  /** Fastify's path syntax, below `base`. */
  path: string
  base: string
  access: Access
  /** By which door its callers come. */
  way: Way
  /** The word that a closed route needs. The others have none. */
  right: Word | undefined
  /** Whether it also opens to an API key that has the word without managing: such a key's flows are minded by the handler. */
  isForKeys: boolean
  summary: string
  tag: string
  params: z.ZodType<Params> | undefined
  query: z.ZodType<Query> | undefined
  body: z.ZodType<Body> | undefined
  /** Bodies other than JSON. `raw` ones reach the handler as the bytes that were sent: signatures are made over those. */
  consumes: 'json' | 'multipart' | 'json-or-multipart' | 'raw'
  /** Whether a call is written to the audit log: by default, what can change something on a closed route. */
  isAudited: boolean
  /** Takes as many values as fit into the body limit: whole databases. */
  isBulk: boolean
  /** A public read that any number may ask for: it costs next to nothing, or has a limit of its own. */
  isUncounted: boolean
  /** How long a raw body may be, where it is less than all of those may be. */
  mostBytes: number | undefined
  /** What the answer is parsed with before it leaves, so that a field not listed here never does. */
  response: z.ZodType<Response> | undefined
  /** Answers that are not JSON documents: the handler writes them itself. */
  produces: 'json' | 'text' | 'event-stream' | 'file'
  status: number
  errors: readonly ErrorCode[]
}

/** A schema by what it gives alone: compared with the whole of `z.ZodType`, each of them takes the compiler five times as long. */
interface Gives<Value> extends z.core.$ZodType {
  _zod: z.core.$ZodTypeInternals & { output: Value }
}

type RouteSpec<Params, Query, Body, Response> = Closed & Described<Params, Query, Body, Response>

/** A closed route without a word does not compile, and does not start. */
type Closed =
  | { access: 'owner'; right: Word; isForKeys?: boolean }
  | { access: 'public' | 'flow'; right?: undefined; isForKeys?: undefined }

interface Described<Params, Query, Body, Response> {
  method: Method
  path: string
  base?: string
  way?: Way
  summary: string
  tag: string
  params?: Gives<Params>
  query?: Gives<Query>
  body?: Gives<Body>
  consumes?: Route['consumes']
  isAudited?: boolean
  isBulk?: boolean
  isUncounted?: boolean
  mostBytes?: number
  response?: Gives<Response>
  produces?: Route['produces']
  status?: number
  errors?: readonly ErrorCode[]
}

export const API_BASE = '/api/v1'

/** Declares an endpoint once, for the server that obeys it and the browser that calls it. */
export function defineRoute<Params = undefined, Query = undefined, Body = undefined, Response = undefined>(
  spec: RouteSpec<Params, Query, Body, Response>,
): Route<Params, Query, Body, Response> {
  return {
    base: API_BASE,
    way: spec.access === 'owner' ? 'screen' : 'chat',
    consumes: 'json',
    isBulk: false,
    isUncounted: false,
    mostBytes: undefined,
    right: undefined,
    isForKeys: false,
    isAudited: spec.access === 'owner' && spec.method !== 'GET',
    produces: 'json',
    status: 200,
    errors: [],
    params: undefined,
    query: undefined,
    body: undefined,
    response: undefined,
    ...spec,
  } as Route<Params, Query, Body, Response>
}

/** The address of a route with its parameters filled in and its query appended. */
export function routeUrl(
  route: Pick<Route, 'base' | 'path'>,
  values: { params?: unknown; query?: unknown } = {},
): string {
  const params = new Map(Object.entries(values.params ?? {}))
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value: unknown = params.get(name)
    if (typeof value !== 'string' && typeof value !== 'number') throw new TypeError(`Missing path parameter ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean') {
        search.append(name, String(item))
      } else if (item instanceof Date) search.append(name, item.toISOString())
    }
  }
  const query = search.toString()
  return `${route.base}${path}${query === '' ? '' : `?${query}`}`
}

/** A read that each network of strangers may ask for so many times a minute. */
export function isCountedRead({
  method,
  access,
  isUncounted,
}: Pick<Route, 'method' | 'access' | 'isUncounted'>): boolean {
  return method === 'GET' && access === 'public' && !isUncounted
}
