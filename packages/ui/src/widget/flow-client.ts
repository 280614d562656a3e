import { asObject, asText } from '../lib/prediction/read-json.ts'
import type { JsonObject } from '../lib/prediction/read-json.ts'

/** The server said no. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor({ status, code, message }: { status: number; code: string; message: string }) {
    super(message)
    this.status = status
    this.code = code
  }
}

interface Request {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** The few routes a widget needs, on whatever origin the server has. No cookies are sent along. */
export class FlowClient {
  readonly flowId: string
  readonly #base: string

  constructor({ host, flowId }: { host: string; flowId: string }) {
    this.flowId = flowId
    this.#base = `${host.replace(/(?<!\/)\/+$/, '')}/api/v1`
  }

  async readConfig(): Promise<JsonObject> {
    const response = await this.#send('GET', `/public-chatbotConfig/${this.#id}`)
    return asObject(await response.json()) ?? {}
  }

  predict(request: Request): Promise<Response> {
    return this.#send('POST', `/prediction/${this.#id}`, request)
  }

  abort(chatId: string): Promise<Response> {
    return this.#send('PUT', `/chatmessage/abort/${this.#id}/${encodeURIComponent(chatId)}`)
  }

  async leaveLead(chatId: string, lead: Record<string, string>): Promise<void> {
    await this.post('/leads', { chatflowid: this.flowId, chatId, ...lead })
  }

  async rate({ chatId, messageId, isGood }: { chatId: string; messageId: string; isGood: boolean }): Promise<void> {
    const rating = isGood ? 'THUMBS_UP' : 'THUMBS_DOWN'
    await this.post(`/feedback/${this.#id}`, { chatflowid: this.flowId, chatId, messageId, rating, content: '' })
  }

  /** Asks the server, as the part that listens and speaks does. */
  post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
    return this.#send('POST', path, { body, ...(signal && { signal }) })
  }

  /** Where a file that was kept with a conversation is found. */
  fileAddress(chatId: string, fileName: string): string {
    return `${this.#base}/get-upload-file?${new URLSearchParams({ chatflowId: this.flowId, chatId, fileName })}`
  }

  get #id(): string {
    return encodeURIComponent(this.flowId)
  }

  async #send(method: string, path: string, { body, headers, signal }: Request = {}): Promise<Response> {
    const response = await fetch(this.#base + path, {
      method,
      credentials: 'omit',
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((error: Error) => {
      throw signal?.aborted ? error : new Refusal({ status: 0, code: 'unreachable', message: error.message })
    })
    if (response.ok) return response
    const answer = asObject(await response.json().catch(() => undefined))
    const { status } = response
    const message = asText(answer?.['message']) ?? `The server answered ${status}.`
    throw new Refusal({ status, message, code: asText(answer?.['code']) ?? `http-${status}` })
  }
}
