import type { ConsoleLine, SandboxFetch, SandboxLimits } from './messages.ts'

/** What the code inside has said so far. Its words are untrusted: anything that does not fit is dropped. */
export interface Inbox {
  readonly console: ConsoleLine[]
  readonly fetches: { id: number; request: SandboxFetch }[]
  readonly timers: { id: number; delay: number }[]
  readonly subtle: { id: number; payload: unknown }[]
  readonly end:
    | { kind: 'done'; value: string | undefined }
    | { kind: 'threw'; name: string; message: string; stack: string }
    | undefined
  /** The result was larger than it may be. */
  readonly isFull: boolean
  /** The longest text that is listened to. */
  readonly maxBytes: number
  take(kind: string, payload: string): void
}

export const MAX_LINES = 1000
const MAX_TIMERS = 1000
const MAX_FETCHES = 50
const MAX_SUBTLE = 1000

export function createInbox({ outputBytes, consoleBytes }: SandboxLimits): Inbox {
  let consoleLeft = consoleBytes
  let timersLeft = MAX_TIMERS
  let fetchesLeft = MAX_FETCHES
  let subtleLeft = MAX_SUBTLE
  const inbox = {
    console: [] as ConsoleLine[],
    fetches: [] as { id: number; request: SandboxFetch }[],
    timers: [] as { id: number; delay: number }[],
    subtle: [] as { id: number; payload: unknown }[],
    end: undefined as Inbox['end'],
    isFull: false,
    maxBytes: outputBytes * 2,

    take(kind: string, payload: string): void {
      const said = readObject(payload)
      if (inbox.end || inbox.isFull) return
      switch (kind) {
        case 'console':
          print(said)
          break
        case 'fetch':
          if (fetchesLeft-- > 0) inbox.fetches.push({ id: Number(said['id']), request: readFetch(said['request']) })
          break
        case 'timer':
          if (timersLeft-- > 0) inbox.timers.push({ id: Number(said['id']), delay: Number(said['delay']) || 0 })
          break
        case 'subtle':
          if (subtleLeft-- > 0) inbox.subtle.push({ id: Number(said['id']), payload: said })
          break
        case 'done':
          // A result too long to be listened to arrives as an empty text.
          if (payload === '' || text(said['value']).length > outputBytes) inbox.isFull = true
          else inbox.end = { kind: 'done', value: typeof said['value'] === 'string' ? said['value'] : undefined }
          break
        case 'threw':
          inbox.end = {
            kind: 'threw',
            name: text(said['name']).slice(0, 200),
            message: text(said['message']).slice(0, 10_000),
            stack: text(said['stack']).slice(0, 10_000),
          }
      }
    },
  }

  function print(said: Record<string, unknown>): void {
    const level = said['level'] === 'warn' || said['level'] === 'error' ? said['level'] : 'log'
    if (consoleLeft <= 0 || inbox.console.length >= MAX_LINES) return
    const whole = text(said['text'])
    const shown = whole.slice(0, consoleLeft)
    consoleLeft -= shown.length + 1
    const isCut = shown.length < whole.length || consoleLeft <= 0 || inbox.console.length === MAX_LINES - 1
    inbox.console.push({ level, text: isCut ? `${shown}… (the rest of the output is cut)` : shown })
  }

  return inbox
}

function readFetch(value: unknown): SandboxFetch {
  const request = isObject(value) ? value : {}
  const headers = isObject(request['headers']) ? request['headers'] : {}
  return {
    url: text(request['url']),
    method: text(request['method']),
    headers: Object.fromEntries(Object.entries(headers).map(([name, each]) => [name, text(each)])),
    ...(typeof request['body'] === 'string' && { body: request['body'] }),
  }
}

function readObject(payload: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(payload)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
