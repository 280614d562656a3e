import type { Route } from '@chatwright/contract'
import type { Asker } from '@chatwright/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FlowHead } from './flow-head.ts'

/** What a handler receives: parsed values, who asks, and the raw pair for answers that are not JSON. */
export interface Call<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  asker: Asker
  /** The id of the sign-in whose token came in the password's place. */
  signIn: string | undefined
  /** The flow whose gate let the request pass, on routes that open one. */
  flow: FlowHead | undefined
  request: FastifyRequest
  reply: FastifyReply
}

export interface Handler {
  route: Route
  run(call: Call<unknown, unknown, unknown>): unknown
}

/** Binds a declared route to the function that serves it. */
export function handle<Params, Query, Body, Response>(
  route: Route<Params, Query, Body, Response>,
  run: (call: Call<Params, Query, Body>) => Promise<Answer<Response>> | Answer<Response>,
): Handler {
  return { route, run }
}

/** A call that a flow let in. */
export type FlowCall<Params, Query, Body> = Call<Params, Query, Body> & { flow: FlowHead }

/** The same for a route that opens a flow: its function gets the flow that let the request in. */
export function handleFlow<Params, Query, Body, Response>(
  route: Route<Params, Query, Body, Response>,
  run: (call: FlowCall<Params, Query, Body>) => Promise<Answer<Response>> | Answer<Response>,
): Handler {
  return handle(route, (call) => {
    if (!hasFlow(call)) throw new Error(`${route.method} ${route.path} opens no flow`)
    return run(call)
  })
}

function hasFlow<Params, Query, Body>(call: Call<Params, Query, Body>): call is FlowCall<Params, Query, Body> {
  return call.flow !== undefined
}

/** Routes without a declared response answer through `reply`, or with text. */
type Answer<Response> = undefined extends Response ? unknown : Response
