import { NodeError } from '@chatwright/core'

/** Bytes that answers under way hold in this process, all together. */
export class HeldBytes {
  readonly #most: number
  #held = 0

  constructor(most: number) {
    this.#most = most
  }

  take(bytes: number): void {
    if (this.#held + bytes > this.#most) throw tooMuchAtOnce()
    this.#held += bytes
  }

  give(bytes: number): void {
    this.#held -= bytes
  }
}

const heldBytes = new HeldBytes(256 * 1024 * 1024)

/** What every answer may hold without being counted: a thousand of them are still little. */
const FREE_BYTES = 64 * 1024
const FIRST_BYTES = 4096
const nothing = Buffer.alloc(0)

/**
 * Bytes that arrive piece by piece, in one place that doubles: pieces kept one by one would cost hundreds of bytes each,
 * and a provider may send single ones. Let go of them with `clear`.
 */
export class GrowingBytes {
  readonly #held: HeldBytes
  readonly #most: number
  #bytes: Buffer = nothing
  length = 0

  constructor(most: number, held = heldBytes) {
    this.#most = most
    this.#held = held
  }

  add(piece: Uint8Array): void {
    const length = this.length + piece.byteLength
    if (length > this.#bytes.length) this.#grow(length)
    this.#bytes.set(piece, this.length)
    this.length = length
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.length)
  }

  clear(): void {
    this.length = 0
    // A place that grew beyond what is free is not kept for the next small line.
    if (this.#bytes.length <= FREE_BYTES) return
    this.#held.give(this.#bytes.length)
    this.#bytes = nothing
  }

  #grow(length: number): void {
    if (length > this.#most) throw tooMuchAtOnce()
    const room = Math.min(Math.max(length, this.#bytes.length * 2, FIRST_BYTES), this.#most)
    const before = this.#bytes.length > FREE_BYTES ? this.#bytes.length : 0
    if (room > FREE_BYTES) this.#held.take(room - before)
    const larger = Buffer.allocUnsafeSlow(room)
    larger.set(this.bytes)
    this.#bytes = larger
  }
}

export function tooMuchAtOnce(): NodeError {
  return new NodeError('The model sent too much at once.', {
    code: 'failed',
    hint: 'Try again in a moment, or request less data at once.',
  })
}
