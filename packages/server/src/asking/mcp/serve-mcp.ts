import { AppError, errorTable } from '@chatwright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventStreams } from '../../door/http/event-stream.ts'
import { headerOf } from '../../door/http/header-of.ts'
import { whenGone } from '../../door/http/when-gone.ts'
import { productVersion } from '../../ground/product.ts'
import {
  codes,
  HANDSHAKE_REVISIONS,
  isId,
  isRecord,
  McpFault,
  metaOf,
  readMessage,
  REVISION,
  SERVER_KEY,
  type McpMessage,
  type MessageId,
} from './mcp-message.ts'
import type { McpAnswer, McpOffer, McpPrompt, McpResources, McpTool } from './mcp-offer.ts'

type McpRequest = Extract<McpMessage, { kind: 'request' }>

export interface McpExchange {
  request: FastifyRequest
  reply: FastifyReply
  streams: EventStreams
}

/**
 * Answers one message of a client: streamable HTTP without sessions, in the revision of the protocol that the client speaks. `offer`
 * is asked once the message is read.
 */
export async function serveMcp(offer: () => Promise<McpOffer>, exchange: McpExchange): Promise<FastifyReply> {
  const { request, reply } = exchange
  const isJson = /^application\/json\s*(?:;|$)/i.test(headerOf(request, 'content-type') ?? '')
  if (!isJson || !Buffer.isBuffer(request.body)) throw new AppError('unsupported-media-type')
  let id: MessageId | null = null
  try {
    const message = readMessage(
      request.body,
      (name) => headerOf(request, name),
      (given) => {
        id = given
      },
    )
    if (message.kind === 'notice') return await reply.status(202).send()
    const offered = await offer()
    if (message.method === 'tools/call') return await callTool(offered, message, exchange)
    return await reply.send(resultOf(message, offered, await answerPlain(message, offered)))
  } catch (error) {
    if (!(error instanceof McpFault)) throw error
    return reply.status(error.status).send(faultOf(id, error))
  }
}

/** Everything but a call. */
async function answerPlain({ method, params, isEnveloped }: McpRequest, offer: McpOffer): Promise<object> {
  const { instructions, tools, prompts = [], resources } = offer
  const capabilities = { tools: {}, ...(prompts.length > 0 && { prompts: {} }), ...(resources && { resources: {} }) }
  const told = { capabilities, ...(instructions !== undefined && { instructions }) }
  const cached = isEnveloped ? { ttlMs: 0, cacheScope: 'private' } : {}
  if (method === 'tools/list') return { tools: tools.map(({ call: _, ...tool }) => tool), ...cached }
  if (method === 'prompts/list') return { prompts: prompts.map(({ name, title }) => ({ name, title })), ...cached }
  if (method === 'prompts/get') return promptCalled(prompts, params['name'])
  if (resources) {
    if (method === 'resources/list') return { resources: await resources.list(), ...cached }
    if (method === 'resources/templates/list') return { resourceTemplates: [], ...cached }
    if (method === 'resources/read') return { ...(await readResource(resources, params['uri'])), ...cached }
  }
  if (isEnveloped && method === 'server/discover') return { supportedVersions: [REVISION], ...told, ...cached }
  if (!isEnveloped && method === 'ping') return {}
  if (!isEnveloped && method === 'initialize') {
    const wanted = HANDSHAKE_REVISIONS.find((revision) => revision === params['protocolVersion'])
    return { protocolVersion: wanted ?? HANDSHAKE_REVISIONS[0], ...told }
  }
  throw new McpFault(codes.unknownMethod, `There is no method "${method.slice(0, 100)}" here.`, {
    status: isEnveloped ? 404 : 200,
  })
}

function promptCalled(prompts: readonly McpPrompt[], name: unknown): object {
  const prompt = prompts.find((each) => each.name === name)
  if (!prompt) throw new McpFault(codes.invalidParams, 'There is no prompt of this name.', { status: 200 })
  return {
    description: prompt.title,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text } }],
  }
}

async function readResource(resources: McpResources, uri: unknown): Promise<object> {
  const found = typeof uri === 'string' ? await resources.read(uri) : undefined
  if (!found) throw new McpFault(codes.invalidParams, 'There is no resource of this address.', { status: 200 })
  return { contents: [{ uri, ...found }] }
}

async function callTool(
  offer: McpOffer,
  message: McpRequest,
  { request, reply, streams }: McpExchange,
): Promise<FastifyReply> {
  const { tool, input } = chosenTool(offer, message)
  const gone = new AbortController()
  const acceptsEvents = headerOf(request, 'accept')?.includes('text/event-stream') ?? false
  if (!acceptsEvents) {
    whenGone(reply, () => gone.abort())
    const answer = await tool.call(input, { signal: gone.signal, tell: () => undefined }).catch(toldAs(request))
    return reply.send(resultOf(message, offer, contentOf(answer)))
  }
  // A stream even for an answer that comes in one piece: whatever stands between is kept from closing a silent connection.
  const stream = streams.open(reply, { isKnown: true })
  stream.onGone(() => gone.abort())
  const send = (frame: object): void => stream.write(`event: message\ndata: ${JSON.stringify(frame)}\n\n`)
  const progressToken = metaOf(message.params)['progressToken']
  let progress = 0
  const tell = (words: string): void => {
    if (!isId(progressToken)) return
    progress += 1
    send({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken, progress, message: words.slice(0, 200) },
    })
  }
  void tool
    .call(input, { signal: gone.signal, tell })
    .catch(toldAs(request))
    .then((answer) => {
      send(resultOf(message, offer, contentOf(answer)))
      stream.end()
    })
  return reply
}

function chosenTool({ tools }: McpOffer, { params }: McpRequest): { tool: McpTool; input: Record<string, unknown> } {
  const { name, arguments: input = {} } = params
  const tool = tools.find((each) => each.name === name)
  if (!tool) {
    const names = tools.map((each) => each.name).join(', ')
    throw new McpFault(codes.invalidParams, `There is no tool of this name. There is: ${names}.`, { status: 200 })
  }
  if (!isRecord(input)) {
    throw new McpFault(codes.invalidParams, 'The arguments of a tool are an object.', { status: 200 })
  }
  return { tool, input }
}

/** A model can mend what it is told of; whatever is ours stays in the log. */
function toldAs({ log, id }: FastifyRequest): (error: unknown) => McpAnswer {
  return (error) => {
    if (error instanceof AppError && error.code !== 'internal') return { text: error.message, isError: true }
    log.error({ err: error, reqId: id }, 'a tool failed')
    return { text: errorTable.internal.message, isError: true }
  }
}

function contentOf({ text, isError = false }: McpAnswer): object {
  return { content: [{ type: 'text', text }], ...(isError && { isError }) }
}

function resultOf({ id, method, isEnveloped }: McpRequest, { title }: McpOffer, result: object): object {
  const serverInfo = { name: 'chatwright', title, version: productVersion }
  const whole = isEnveloped
    ? { ...result, resultType: 'complete', _meta: { [SERVER_KEY]: serverInfo } }
    : { ...result, ...(method === 'initialize' && { serverInfo }) }
  return { jsonrpc: '2.0', id, result: whole }
}

function faultOf(id: MessageId | null, { code, message, data }: McpFault): object {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } }
}
