import { askFlow } from '../lib/prediction/ask-flow.ts'
import type { ToldEvent } from '../lib/prediction/ask-flow.ts'
import { asObject, asText } from '../lib/prediction/read-json.ts'
import type { JsonObject } from '../lib/prediction/read-json.ts'
import { newId } from '../lib/new-id.ts'

/** The server said no. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface WidgetQuestion {
  question: string
  chatId: string
  idempotencyKey: string
  resumeAfter?: string | undefined
  leadEmail?: string | undefined
  /** The message, or its run, whose turn is asked again. */
  replaces?: string | undefined
  signal: AbortSignal
  onRun: (beforeFirstId: string) => void
}

/** The few routes a widget needs, on whatever origin the server has. No cookies are sent along. */
export class FlowClient {
  readonly flowId: string
  readonly #base: string

  constructor({ host, flowId }: { host: string; flowId: string }) {
    this.flowId = flowId
    this.#base = `${host.replace(/(?<!\/)\/+$/, '')}/api/v1`
  }

  /** A flow that cannot be read yet still gets a window, so that the person learns why when they ask. */
  async readConfig(): Promise<JsonObject> {
    try {
      const response = await this.#send('GET', `/public-chatbotConfig/${this.#id}`)
      return asObject(await response.json()) ?? {}
    } catch {
      return {}
    }
  }

  ask({ question, chatId, leadEmail, replaces, ...options }: WidgetQuestion): AsyncGenerator<ToldEvent, void> {
    // What is undefined is left out of the JSON.
    const body = { question, chatId, streaming: true, resumable: true, leadEmail, replaces }
    const { resumeAfter, ...rest } = options
    return askFlow({
      ...rest,
      ...(resumeAfter !== undefined && { resumeAfter }),
      send: ({ headers, signal }) => this.#send('POST', `/prediction/${this.#id}`, { body, headers, signal }),
    })
  }

  async abort(chatId: string): Promise<void> {
    await this.#send('PUT', `/chatmessage/abort/${this.#id}/${encodeURIComponent(chatId)}`)
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

  newId(): string {
    return newId()
  }

  get #id(): string {
    return encodeURIComponent(this.flowId)
  }

  async #send(
    method: string,
    path: string,
    { body, headers, signal }: { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<Response> {
    const response = await fetch(this.#base + path, {
      method,
      credentials: 'omit',
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    if (response.ok) return response
    const answer = asObject(await response.json().catch(() => undefined))
    throw new Refusal(response.status, asText(answer?.['message']) ?? '')
  }
}
