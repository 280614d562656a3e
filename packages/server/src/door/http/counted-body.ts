import { Transform, type TransformCallback } from 'node:stream'

/** Pieces below this are gathered: each costs some two hundred bytes beside its content, whoever sends single ones. */
const SMALL_PIECE = 4096
const MOST_GATHERED = 1024

/** A body that asks about every piece before it is kept; the error it is given ends it. */
export class CountedBody extends Transform {
  readonly #refusalOf: (bytes: number) => Error | undefined
  #gathered: Buffer[] = []

  constructor(refusalOf: (bytes: number) => Error | undefined) {
    super()
    this.#refusalOf = refusalOf
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const refusal = this.#refusalOf(piece.length)
    if (refusal) {
      done(refusal)
      return
    }
    this.#gathered.push(piece)
    if (piece.length >= SMALL_PIECE || this.#gathered.length === MOST_GATHERED) this.#pass()
    done()
  }

  override _flush(done: TransformCallback): void {
    this.#pass()
    done()
  }

  #pass(): void {
    const [first] = this.#gathered
    if (first) this.push(this.#gathered.length === 1 ? first : Buffer.concat(this.#gathered))
    this.#gathered = []
  }
}
