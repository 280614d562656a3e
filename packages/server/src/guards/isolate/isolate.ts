import { NodeError, type NodeContext, type NodeErrorCode } from '@chatwright/core'
import { builtModule } from './built-module.ts'
import { forkChild } from './fork-child.ts'
import type { IsolateOutcome, IsolatePart } from './isolate-child.ts'
import { watchMemory } from './memory-watch.ts'
import { createTurnstile } from './turnstile.ts'

export interface Isolate {
  run: NodeContext['isolate']
  close(): void
}

const AT_ONCE = 4
const DEFAULTS = { timeoutMs: 60_000, memoryMb: 256 }
/** What a Node process takes before it does anything. */
const BASE_MB = 128

const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const entry = builtModule(new URL(`./isolate-child.${ending}`, import.meta.url))

const errorCodes: ReadonlySet<string> = new Set<NodeErrorCode>([
  'missing-input',
  'bad-input',
  'missing-credential',
  'wrong-credential',
  'not-found',
  'quota',
  'rate-limit',
  'overloaded',
  'timeout',
  'unreachable',
  'refused',
  'unsupported',
  'failed',
])

/** Runs modules of ours on untrusted data in processes that can be ended at any moment. */
export function createIsolate(): Isolate {
  const turnstile = createTurnstile(AT_ONCE)
  const closing = new AbortController()

  return {
    async run<Output>(...[module, input, limits = {}]: Parameters<NodeContext['isolate']>): Promise<Output> {
      const { signal: given, timeoutMs = DEFAULTS.timeoutMs, memoryMb = DEFAULTS.memoryMb } = limits
      const signal = given ? AbortSignal.any([given, closing.signal]) : closing.signal
      const leave = await turnstile.enter(signal)
      try {
        signal.throwIfAborted()
        const outcome = await perform(builtModule(module), input, { timeoutMs, memoryMb, signal })
        if (outcome.ok) return ('output' in outcome ? outcome.output : undefined) as Output
        throw new NodeError(outcome.message, {
          code: outcome.code && errorCodes.has(outcome.code) ? (outcome.code as NodeErrorCode) : 'failed',
          ...(outcome.hint !== undefined && { hint: outcome.hint }),
          ...(outcome.field !== undefined && { field: outcome.field }),
        })
      } finally {
        leave()
      }
    },
    close: () => closing.abort(new Error('The server is closing')),
  }
}

interface Limits {
  timeoutMs: number
  memoryMb: number
  signal: AbortSignal
}

function perform(module: URL, input: unknown, { timeoutMs, memoryMb, signal }: Limits): Promise<IsolateOutcome> {
  return new Promise((resolve, reject) => {
    const child = forkChild({ entry, modules: [module], memoryMb, serialization: 'advanced' })
    const timer = setTimeout(() => finish(() => reject(tooLong(timeoutMs))), timeoutMs)
    const memory = watchMemory(child.pid, {
      limitMb: memoryMb + BASE_MB,
      onExceeded: () => finish(() => reject(tooMuch(memoryMb))),
    })
    const onAbort = (): void => finish(() => reject(signal.reason as Error))

    const finish = (settle: () => void): void => {
      clearTimeout(timer)
      memory.stop()
      signal.removeEventListener('abort', onAbort)
      child.removeAllListeners()
      // Ending it raises errors on its channel that nobody needs to hear.
      child.on('error', () => undefined)
      child.kill('SIGKILL')
      settle()
    }

    signal.addEventListener('abort', onAbort, { once: true })
    const list: unknown[] = []
    child.on('message', (message: IsolatePart | IsolateOutcome) => {
      if ('part' in message) for (const item of message.part) list.push(item)
      else finish(() => resolve('isList' in message ? { ok: true, output: list } : message))
    })
    child.once('error', (error) => finish(() => reject(error)))
    // A heap at its limit ends the process with an abort.
    child.once('exit', () => finish(() => reject(tooMuch(memoryMb))))
    child.send({ module: module.href, input }, (error) => {
      if (error) finish(() => reject(error))
    })
  })
}

function tooLong(timeoutMs: number): NodeError {
  return new NodeError(`The file couldn't be read within ${timeoutMs / 1000} seconds.`, {
    code: 'timeout',
    hint: 'Split it into smaller files, or convert it to plain text first.',
  })
}

function tooMuch(memoryMb: number): NodeError {
  return new NodeError(`The file needs more than ${memoryMb} MB of memory to read, or is damaged.`, {
    code: 'refused',
    hint: 'Split it into smaller files, or convert it to plain text first.',
  })
}
