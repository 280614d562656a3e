import type { Route } from '@chatwright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'

/** What a handler receives: parsed values, who calls, and the raw pair for answers that are not JSON. */
export interface Call<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  caller: Caller
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

/** Routes without a declared response answer through `reply`, or with text. */
type Answer<Response> = undefined extends Response ? unknown : Response
