/** One event of a stream: its data, and the id a later request can resume after. */
export interface SseFrame {
  id: string | undefined
  data: string
}

/** Cuts text that arrives in any pieces into frames; comments (heartbeats) and unknown fields are skipped. */
export class SseFrameParser {
  #rest = ''
  #id: string | undefined
  #data: string[] = []

  push(text: string): SseFrame[] {
    const frames: SseFrame[] = []
    this.#rest += text
    let start = 0
    for (let end = this.#lineEnd(start); end !== undefined; end = this.#lineEnd(start)) {
      const frame = this.#readLine(this.#rest.slice(start, end.at))
      if (frame) frames.push(frame)
      start = end.next
    }
    this.#rest = this.#rest.slice(start)
    return frames
  }

  #lineEnd(from: number): { at: number; next: number } | undefined {
    for (let at = from; at < this.#rest.length; at += 1) {
      const character = this.#rest[at]
      if (character === '\n') return { at, next: at + 1 }
      if (character === '\r') {
        // A return at the very end may be the first half of CRLF: the next piece tells.
        if (at + 1 === this.#rest.length) return undefined
        return { at, next: this.#rest[at + 1] === '\n' ? at + 2 : at + 1 }
      }
    }
    return undefined
  }

  #readLine(line: string): SseFrame | undefined {
    if (line === '') return this.#dispatch()
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'data') this.#data.push(value)
    else if (field === 'id' && !value.includes('\u0000')) this.#id = value
    return undefined
  }

  #dispatch(): SseFrame | undefined {
    if (this.#data.length === 0) return undefined
    const frame = { id: this.#id, data: this.#data.join('\n') }
    this.#data = []
    // Ours is the id of this very frame: a frame without one must not pass for the one before it.
    this.#id = undefined
    return frame
  }
}

/** Reads frames from a body; `onActivity` hears of every piece, heartbeats too. */
export async function* readSseFrames(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onActivity: () => void = () => undefined,
): AsyncGenerator<SseFrame, void> {
  const parser = new SseFrameParser()
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      onActivity()
      yield* parser.push(piece.value)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
