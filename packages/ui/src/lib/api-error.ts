/** An error answer of the server, or no answer at all, in the words the server found for it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly requestId: string | undefined

  constructor(facts: { status: number; code: string; message: string; details?: unknown; requestId?: string }) {
    super(facts.message)
    this.status = facts.status
    this.code = facts.code
    this.details = facts.details
    this.requestId = facts.requestId
  }

  /** Waiting and asking again may help: no connection, overload, restart. */
  get isRetryable(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

export async function readApiError(response: Response): Promise<ApiError> {
  const text = await response.text()
  const body = parseErrorBody(text)
  const requestId = body.requestId ?? response.headers.get('x-request-id') ?? undefined
  return new ApiError({
    status: response.status,
    code: body.code ?? `http-${response.status}`,
    message: body.message ?? (text.trim() === '' ? `The server answered ${response.status}.` : text.slice(0, 500)),
    details: body.details,
    ...(requestId !== undefined && { requestId }),
  })
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

interface PossibleErrorBody {
  code?: string
  message?: string
  details?: unknown
  requestId?: string
}

function parseErrorBody(text: string): PossibleErrorBody {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null) return {}
    const fields = new Map<string, unknown>(Object.entries(body))
    const words = (name: string) => {
      const value = fields.get(name)
      return typeof value === 'string' ? { [name]: value } : {}
    }
    return { ...words('code'), ...words('message'), ...words('requestId'), details: fields.get('details') }
  } catch {
    // A proxy in between answered with its own page.
    return {}
  }
}
