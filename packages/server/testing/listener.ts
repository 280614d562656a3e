import { outcomeOf, readRunEvent, RUN_EVENTS_TYPE, type RunEvent } from '@chatwright/core'

/** A question being answered, and all that was heard of it. */
export class Listener {
  readonly heard: { id: string; event: RunEvent }[] = []
  readonly #ask: Promise<void>

  constructor(url: string, { body, headers = {} }: { body: object; headers?: Record<string, string> }) {
    this.#ask = this.#read(url, body, headers)
  }

  get text(): string {
    return outcomeOf(this.heard.map(({ event }) => event)).text
  }

  get runId(): string {
    return this.heard[0]?.id.split(/[.:]/)[0] ?? ''
  }

  /** Until the stream ends or the server is gone. */
  async over(): Promise<this> {
    await this.#ask
    return this
  }

  async #read(url: string, body: object, headers: Record<string, string>): Promise<void> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: RUN_EVENTS_TYPE, ...headers },
        body: JSON.stringify({ streaming: true, resumable: true, ...body }),
      })
      if (!response.body) return
      let rest = ''
      for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
        const frames = (rest + piece).split('\n\n')
        rest = frames.pop() ?? ''
        for (const frame of frames) {
          const id = /^id:(.*)$/m.exec(frame)?.[1]
          const event = readRunEvent(/^data:(.*)$/m.exec(frame)?.[1] ?? '')
          if (id !== undefined && event) this.heard.push({ id, event })
        }
      }
    } catch {
      // Killed.
    }
  }
}
