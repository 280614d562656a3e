export interface SseFrame {
  id?: string
  event: string
  data: unknown
  duration?: number
}

export interface SseAnswer {
  status: number
  headers: Headers
  /** Frames as they arrive; ends with the stream. */
  frames: AsyncGenerator<SseFrame, void>
  /** Closes the connection, as a browser tab that goes away does. */
  leave(): void
}

/** Reads an event stream as a client would, id by id. */
export async function openStream(url: string, init: RequestInit = {}): Promise<SseAnswer> {
  const controller = new AbortController()
  const response = await fetch(url, { ...init, signal: controller.signal })
  return {
    status: response.status,
    headers: response.headers,
    frames: readFrames(response),
    leave: () => controller.abort(),
  }
}

export async function collectFrames(frames: AsyncIterable<SseFrame>): Promise<SseFrame[]> {
  const all: SseFrame[] = []
  for await (const frame of frames) all.push(frame)
  return all
}

export function textOf(frames: readonly SseFrame[]): string {
  return frames.flatMap(({ event, data }) => (event === 'token' ? [String(data)] : [])).join('')
}

async function* readFrames(response: Response): AsyncGenerator<SseFrame, void> {
  let waiting = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    waiting += decoder.decode(chunk, { stream: true })
    const blocks = waiting.split('\n\n')
    waiting = blocks.pop() ?? ''
    for (const block of blocks) {
      const lines = block.split('\n')
      const data = lines.find((line) => line.startsWith('data:'))
      if (data === undefined) continue
      const id = lines.find((line) => line.startsWith('id:'))?.slice(3)
      yield { ...(id !== undefined && { id }), ...(JSON.parse(data.slice(5)) as { event: string; data: unknown }) }
    }
  }
}
