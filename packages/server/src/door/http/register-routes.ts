import { AppError, type Route, type Word } from '@chatwright/contract'
import { RIGHTS, type Asker } from '@chatwright/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { askerOf } from '../askers/asker-of.ts'
import { isStranger } from '../askers/may.ts'
import type { AuditLog } from './audited.ts'
import type { Access } from './access.ts'
import type { FlowHead } from './flow-head.ts'
import type { Admission } from './admission.ts'
import { answerPreflight } from './cors.ts'
import { Form } from './form.ts'
import type { Handler } from './handle.ts'
import { networkOf } from './network-of.ts'
import { addressOf, refuseOtherMethods } from './other-methods.ts'

/** Lets a flow decide who may use it: its key, its origins, its rate limit. Throws when it refuses. */
export type FlowGate = (call: {
  flowId: string
  asker: Asker
  noteWrongKey: Admission['noteWrongKey']
  request: FastifyRequest
  reply: FastifyReply
}) => Promise<FlowHead>

export interface RegisterOptions {
  access: Access
  flowGate: FlowGate
  /** Left out where nothing is written down. */
  audit?: AuditLog | undefined
}

/** Whoever sends them may be a stranger until they are read as a whole. */
export const MOST_RAW_BYTES = 2 * 1024 ** 2

const levels: ReadonlySet<string> = new Set(['public', 'flow', 'owner'])
const words: ReadonlySet<string> = new Set<Word>([...RIGHTS, 'signed-in'])

/** Serves declared routes. A route that does not say who may call it, and by which word, stops the boot. */
export function registerRoutes(app: FastifyInstance, handlers: readonly Handler[], options: RegisterOptions): void {
  app.decorateRequest('admission', undefined)
  openPreflight(app, handlers)
  refuseOtherMethods(app, handlers)
  for (const handler of handlers) {
    const { route } = handler
    if (!levels.has(route.access)) {
      throw new Error(`The route ${route.method} ${route.base}${route.path} declares no access level`)
    }
    if (route.access === 'owner' && !words.has(route.right ?? '')) {
      throw new Error(`The route ${route.method} ${route.base}${route.path} names no permission word`)
    }
    app.route({
      method: route.method,
      url: addressOf(route),
      config: { isBulk: route.isBulk, isRaw: route.consumes === 'raw', isOpen: route.access !== 'owner' },
      ...(route.consumes === 'raw' && { bodyLimit: route.mostBytes ?? MOST_RAW_BYTES }),
      // Decided before the body is read: a stranger cannot make the server take in and parse megabytes.
      onRequest: async (request, reply) => {
        request.admission = await admit(route, request, reply, options)
      },
      handler: (request, reply) => {
        const { admission } = request
        if (!admission) throw new Error(`${route.method} ${route.path} was not decided on`)
        return serve(handler, { admission, audit: options.audit }, request, reply)
      },
    })
  }
}

/**
 * Pages on other sites use flows: the browser first asks whether it may. What it may then read is the flow's to say, in
 * its gate; a refusal there is still readable, so that the page can show why.
 */
function openPreflight(app: FastifyInstance, handlers: readonly Handler[]): void {
  const open = handlers.filter(({ route }) => route.access !== 'owner').map(({ route }) => addressOf(route))
  // Two routes may name the same place of an address differently.
  for (const url of new Set(open.map((path) => samePlaces(path)))) {
    app.options(url, async (request, reply) => {
      allowReading(request, reply)
      return answerPreflight(request, reply, 'GET, POST, PUT, OPTIONS')
    })
  }
}

function allowReading(request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers
  if (origin !== undefined) reply.headers({ 'access-control-allow-origin': origin, vary: 'Origin' })
}

async function admit(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  { access, flowGate, audit }: RegisterOptions,
): Promise<Admission> {
  if (route.access !== 'owner') allowReading(request, reply)
  const caller = await access.identify(request, route)
  const asker = askerOf(route.way, caller, caller.kind === 'anonymous' ? networkOf(request.ip) : undefined)
  try {
    access.admit(route, asker, request)
  } catch (error) {
    // Strangers are turned away all day; whoever is known here wanted more than they may.
    if (error instanceof AppError && !isStranger(asker))
      await audit?.refused({ route, asker, address: request.ip }, error.code)
    throw error
  }
  const params = parse(route.params, request.params, 'params')
  const noteWrongKey = caller.kind === 'anonymous' ? caller.noteWrongKey : undefined
  const flow =
    route.access === 'flow'
      ? await flowGate({ flowId: flowIdOf(route, params), asker, noteWrongKey, request, reply })
      : undefined
  return { asker, signIn: 'signIn' in caller ? caller.signIn : undefined, noteWrongKey, params, flow }
}

async function serve(
  { route, run }: Handler,
  { admission: { asker, signIn, params, flow }, audit }: { admission: Admission; audit: AuditLog | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const query = parse(route.query ?? undeclared(route), request.query, 'query')
  const body = readBody(route, request)
  const answer = async () => run({ params, query, body, asker, signIn, flow, request, reply })
  const fields = route.consumes === 'json' ? body : undefined
  const result =
    audit && route.isAudited
      ? await audit.around({ route, asker, address: request.ip, params, body: fields }, answer)
      : await answer()
  if (reply.sent) return reply
  reply.status(route.status)
  if (route.produces === 'text') reply.type('text/plain; charset=utf-8')
  if (!route.response) return result
  const parsed = route.response.safeParse(result)
  if (!parsed.success)
    throw new Error(`The answer of ${route.method} ${route.path} breaks its contract`, { cause: parsed.error })
  return parsed.data
}

/** What a form holds is its handler's to check: files, and values for nodes. */
function readBody(route: Route, request: FastifyRequest): unknown {
  const isForm = request.body instanceof Form
  const takesForm = route.consumes === 'multipart' || route.consumes === 'json-or-multipart'
  if (isForm ? !takesForm : route.consumes === 'multipart') throw new AppError('unsupported-media-type')
  return route.consumes === 'json' ? parse(route.body ?? undeclared(route), request.body, 'body') : request.body
}

const nothing = z.strictObject({})

/** What a route does not declare it does not take. Clients of flows send extras of their own, which reach nothing. */
function undeclared({ access }: Route): z.ZodType | undefined {
  return access === 'owner' ? nothing : undefined
}

/** Parses a part of a request; a fault names the place. */
export function parse(schema: z.ZodType | undefined, value: unknown, place: string): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, 20).map((issue) => ({
    path: [place, ...issue.path].map(String).join('.'),
    message: issue.message,
  }))
  const [first] = issues
  throw new AppError(
    'invalid-request',
    { issues },
    { message: first ? `${first.path}: ${first.message}` : "The request isn't valid." },
  )
}

function flowIdOf(route: Route, params: unknown): string {
  const { id } = params as { id?: unknown }
  if (typeof id !== 'string') throw new Error(`The route ${route.path} opens flows but has no :id parameter`)
  return id
}

function samePlaces(path: string): string {
  const [start = '', ...places] = path.split(/:\w+/)
  return [start, ...places.map((rest, index) => `${index < places.length - 1 ? ':first' : ':part'}${rest}`)].join('')
}
