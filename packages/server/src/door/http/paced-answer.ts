import type { ServerResponse } from 'node:http'
import { UNCOUNTED_BYTES, type ByteShare } from './byte-budget.ts'

/** How much is handed to a connection at once: it shows that it takes something by the piece. */
export const PIECE_BYTES = 64 * 1024

/** An answer that leaves as fast as its reader takes it. What waits meanwhile is counted. */
export class PacedAnswer {
  readonly #raw: ServerResponse
  readonly #enter: () => ByteShare
  readonly #drainMs: number
  #share: ByteShare | undefined
  #waiting = ''
  #pieces: Buffer[] = []
  /** Counted, and with the connection already. */
  #handed = 0
  #isBlocked = false
  #isEnding = false
  #room: { promise: Promise<void>; open(): void } | undefined
  #patience: NodeJS.Timeout | undefined

  constructor(raw: ServerResponse, { enter, drainMs }: { enter: () => ByteShare; drainMs: number }) {
    this.#raw = raw
    this.#enter = enter
    this.#drainMs = drainMs
    raw.on('drain', () => this.#onDrain())
    raw.once('close', () => this.#onClose())
  }

  /** Resolves when the reader has caught up, or is gone. Undefined while it keeps up. */
  get room(): Promise<void> | undefined {
    if (!this.#isBlocked || this.#raw.destroyed) return undefined
    if (!this.#room) {
      let open = (): void => {}
      const promise = new Promise<void>((resolve) => (open = resolve))
      this.#room = { promise, open }
    }
    return this.#room.promise
  }

  /** Ends the connection where what waits is too much. */
  write(text: string): void {
    if (this.#raw.destroyed) return
    if (!this.#isBlocked && text.length <= UNCOUNTED_BYTES) {
      this.#isBlocked = !this.#raw.write(text)
      if (this.#isBlocked) this.#wait()
      return
    }
    this.#share ??= this.#enter()
    if (!this.#share.take(Buffer.byteLength(text))) {
      this.#raw.destroy()
      return
    }
    this.#waiting += text
    this.#pass()
  }

  end(text: string): void {
    if (this.#raw.destroyed) return
    this.#isEnding = true
    if (!this.#isBlocked && text.length <= UNCOUNTED_BYTES) this.#close(text)
    else this.write(text)
  }

  #pass(): void {
    while (!this.#isBlocked) {
      const piece = this.#nextPiece()
      if (!piece) break
      this.#handed += piece.length
      this.#isBlocked = !this.#raw.write(piece)
    }
    if (this.#isBlocked) this.#wait()
    else {
      this.#settle()
      if (this.#isEnding) this.#close('')
    }
  }

  #nextPiece(): Buffer | undefined {
    if (this.#pieces.length === 0 && this.#waiting !== '') {
      const bytes = Buffer.from(this.#waiting)
      this.#waiting = ''
      // Each a copy: a part of the whole would keep all of it until the last has left.
      for (let at = 0; at < bytes.length; at += PIECE_BYTES)
        this.#pieces.push(Buffer.from(bytes.subarray(at, at + PIECE_BYTES)))
    }
    return this.#pieces.shift()
  }

  #close(text: string): void {
    this.#raw.end(text)
    // Its last words may wait, too.
    if (this.#raw.writableLength > 0) this.#wait()
  }

  #settle(): void {
    this.#share?.giveBack(this.#handed)
    this.#handed = 0
    this.#room?.open()
    this.#room = undefined
  }

  #wait(): void {
    if (this.#patience) return
    this.#patience = setTimeout(() => this.#raw.destroy(), this.#drainMs)
    this.#patience.unref()
  }

  #onDrain(): void {
    clearTimeout(this.#patience)
    this.#patience = undefined
    this.#isBlocked = false
    this.#share?.giveBack(this.#handed)
    this.#handed = 0
    this.#pass()
  }

  #onClose(): void {
    clearTimeout(this.#patience)
    this.#waiting = ''
    this.#pieces = []
    this.#share?.leave()
    this.#room?.open()
    this.#room = undefined
  }
}
