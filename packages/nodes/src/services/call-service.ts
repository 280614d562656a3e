import { NodeError, parseJson, type CredentialValues, type NodeContext } from '@chatwright/core'
import { sendRequest } from '../http/send-request.ts'
import type { HttpAnswer } from '../http/http-exchange.ts'
import type { Service, ServiceCalls } from './service.ts'
import type { ServiceRequest } from './service-request.ts'

const LARGEST_ANSWER = 20 * 1024 ** 2
const MOST_PAGES = 100

interface Caller {
  credential: CredentialValues
  context: NodeContext
  signal: AbortSignal
}

/** The calls of one service, made by somebody with a credential. */
export function serviceCalls(service: Service, { credential, context, signal }: Caller): ServiceCalls {
  const base = typeof service.base === 'string' ? service.base : service.base(credential)
  const plain = service.isSelfHosted ? context.providerFetch : context.fetch
  const fetch = credential['connection'] === undefined ? plain : context.connect(credential)

  const exchange = async (request: ServiceRequest): Promise<{ body: unknown; headers: Headers }> => {
    const url = addressOf(request, base)
    const { body, type } = bodyOf(request)
    const headers = {
      accept: request.answer === undefined || request.answer === 'json' ? 'application/json' : '*/*',
      ...(type !== undefined && { 'content-type': type }),
      ...service.headers,
      ...request.headers,
    }
    const now = new Date(context.now())
    const signed = service.sign?.(credential, { method: request.method, url, body, headers, now }) ?? {}
    for (const [name, value] of Object.entries(signed.query ?? {})) url.searchParams.set(name, value)
    const answer = await sendRequest({
      fetch,
      service: service.label,
      url,
      method: request.method,
      headers: { ...headers, ...signed.headers },
      ...(body !== undefined && { body }),
      signal,
      isOnce: request.method !== 'GET' && request.isReading !== true,
      isLimited: true,
      maxBytes: LARGEST_ANSWER,
    })
    const read = readAnswer(answer, request, service.label)
    const fault = service.fault?.(read, credential)
    if (fault !== undefined)
      throw new NodeError(`${service.label} refused the request: ${fault}`, { code: 'bad-input' })
    return { body: read, headers: answer.headers }
  }

  return {
    credential,
    context,
    signal,
    send: async (request) => (await exchange(request)).body,
    async sendAll(request, paging, most) {
      const first = { ...request, base: request.base ?? base }
      const items: unknown[] = []
      let next: ServiceRequest | undefined = paging.first?.(first, most) ?? first
      for (let pages = 0; next && items.length < most && pages < MOST_PAGES; pages += 1) {
        const { body, headers } = await exchange(next)
        items.push(...paging.items(body))
        next = paging.next(next, body, { items: items.length, headers })
      }
      return items.slice(0, most)
    },
  }
}

function addressOf({ path, query = {}, base }: ServiceRequest, usual: string): URL {
  const url = new URL(`${(base ?? usual).replace(/\/$/, '')}${path}`)
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue
    for (const each of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(each))
  }
  return url
}

function bodyOf({ body, form }: ServiceRequest): { body?: string | Uint8Array; type?: string } {
  if (form) {
    const pairs = Object.entries(form).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    return { body: new URLSearchParams(pairs).toString(), type: 'application/x-www-form-urlencoded' }
  }
  if (body === undefined) return {}
  if (typeof body === 'string' || body instanceof Uint8Array) return { body }
  return { body: JSON.stringify(body), type: 'application/json' }
}

function readAnswer({ text, bytes }: HttpAnswer, { answer }: ServiceRequest, service: string): unknown {
  if (answer === 'bytes') return bytes
  if (answer === 'text') return text
  if (text.trim() === '') return {}
  try {
    return parseJson(text)
  } catch (cause) {
    throw new NodeError(`${service} sent a response that isn't JSON.`, { hint: 'Try again later.', cause })
  }
}
