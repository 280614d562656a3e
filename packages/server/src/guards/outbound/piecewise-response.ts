import type { AnswerInPieces } from '@chatwright/core'
import type { AnswerHead } from './incoming-answer.ts'
import type { Pieces } from './pieces.ts'

/**
 * A `Response` whose web stream is made when somebody asks for it: making one costs more than reading a streamed answer
 * piece by piece, as our own nodes do.
 */
export class PiecewiseResponse extends Response implements AnswerInPieces {
  readonly #address: { url: string; isRedirected: boolean }
  readonly #headers: Headers
  readonly #pieces: Pieces | undefined
  #isRead = false
  #streamed: Response | undefined

  /** Without pieces for an answer that never has a body. */
  constructor({ status, statusText, headers }: AnswerHead, address: URL, answer: PiecewiseOptions) {
    // Without the headers: it would copy them one by one.
    super(null, { status, statusText })
    this.#headers = headers
    this.#address = { url: address.href, isRedirected: answer.isRedirected }
    this.#pieces = answer.pieces
  }

  async readPiece(): Promise<Uint8Array | undefined> {
    if (this.#streamed) throw new TypeError('Body is unusable: it is read as a stream')
    this.#isRead = true
    return this.#pieces?.read()
  }

  override get headers(): Headers {
    return this.#headers
  }

  override get url(): string {
    return this.#address.url
  }

  override get redirected(): boolean {
    return this.#address.isRedirected
  }

  override get body(): Response['body'] {
    return this.#stream().body
  }

  override get bodyUsed(): boolean {
    return this.#isRead || this.#streamed?.bodyUsed === true
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#stream().arrayBuffer()
  }

  override blob(): ReturnType<Response['blob']> {
    return this.#stream().blob()
  }

  override formData(): ReturnType<Response['formData']> {
    return this.#stream().formData()
  }

  override json(): Promise<unknown> {
    return this.#stream().json()
  }

  override text(): Promise<string> {
    return this.#stream().text()
  }

  override clone(): Response {
    return this.#stream().clone()
  }

  #stream(): Response {
    const pieces = this.#pieces
    if (this.#isRead) throw new TypeError('Body is unusable: it is read in pieces')
    const { status, statusText, headers } = this
    this.#streamed ??= new Response(pieces ? streamOf(pieces) : null, { status, statusText, headers })
    return this.#streamed
  }
}

interface PiecewiseOptions {
  pieces: Pieces | undefined
  isRedirected: boolean
}

function streamOf(pieces: Pieces): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await pieces.read()
        if (piece) controller.enqueue(piece)
        else controller.close()
      },
      cancel: () => pieces.cancel(),
    },
    { highWaterMark: 0 },
  )
}
