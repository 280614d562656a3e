import { findShapeFault, NodeError, type NodeContext, type Sandbox, type SandboxResult } from '@chatwright/core'
import type { SandboxLimits, SandboxOutcome } from './messages.ts'
import { fetchForSandbox } from './sandbox-fetch.ts'
import { createSandboxPool } from './sandbox-pool.ts'

export interface ServerSandbox extends Sandbox {
  /** The same, telling how it went instead of throwing: for trying code out. */
  attempt(request: SandboxRequest): Promise<SandboxOutcome>
  close(): void
}

type SandboxRequest = Parameters<Sandbox['run']>[0]

const DEFAULT_TIMEOUT_MS = 10_000
const MAX_TIMEOUT_MS = 120_000
const MEMORY_MB = 64
const OUTPUT_MB = 1

const limits: Omit<SandboxLimits, 'timeoutMs'> = {
  memoryBytes: MEMORY_MB * 1024 ** 2,
  stackBytes: 256 * 1024,
  outputBytes: OUTPUT_MB * 1024 ** 2,
  consoleBytes: 64 * 1024,
}

/** Untrusted JavaScript: QuickJS inside a process of its own, which knows nothing and can be ended at any moment. */
export function createSandbox(outbound: Pick<NodeContext, 'fetch'>): ServerSandbox {
  const pool = createSandboxPool()

  const attempt: ServerSandbox['attempt'] = ({ code, globals, signal, timeoutMs = DEFAULT_TIMEOUT_MS }) => {
    refuseBadNames(globals)
    const names = Object.keys(globals)
    const job = { code, globals, names, limits: { ...limits, timeoutMs: Math.min(timeoutMs, MAX_TIMEOUT_MS) } }
    return pool.use((process) => {
      signal?.throwIfAborted()
      return process.run(job, { signal, fetch: (request, over) => fetchForSandbox(outbound.fetch, request, over) })
    }, signal)
  }

  return {
    attempt,
    async run(request): Promise<SandboxResult> {
      const outcome = await attempt(request)
      if (outcome.kind !== 'done') throw explainOutcome(outcome, request.timeoutMs)
      const { console, durationMs } = outcome
      return { value: outcome.value === undefined ? undefined : readValue(outcome.value), console, durationMs }
    },
    close: () => pool.close(),
  }
}

/** Whatever is done with the value later goes through all of it, so that it has a bottom. */
function readValue(text: string): unknown {
  const fault = findShapeFault(text)
  if (fault === undefined) return JSON.parse(text)
  throw new NodeError(`The code returned something that is ${fault[0]?.toLowerCase()}${fault.slice(1)}.`, {
    code: 'refused',
    hint: 'Return less of it, or return it as text.',
  })
}

/** How a run ended that did not end well, as an error that says what to do. */
export function explainOutcome(
  outcome: Exclude<SandboxOutcome, { kind: 'done' }>,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): NodeError {
  switch (outcome.kind) {
    case 'threw': {
      // The engine notes lines at calls only, so a failed read shows the call before it.
      const place = outcome.line === undefined ? '' : ` near line ${outcome.line}`
      return new NodeError(`The code failed${place}: ${outcome.name}: ${outcome.message}`, {
        code: 'bad-input',
        hint: 'Open the code and fix it. "Try it" shows its output.',
      })
    }
    case 'timeout':
      return new NodeError(`The code didn't finish within ${timeoutMs / 1000} seconds.`, {
        code: 'timeout',
        hint: 'Look for an endless loop, or do less at once.',
      })
    case 'memory':
      return new NodeError(`The code needs more than ${MEMORY_MB} MB of memory.`, {
        code: 'refused',
        hint: 'Work on less data at once.',
      })
    case 'output':
      return new NodeError(`The code returned more than ${OUTPUT_MB} MB.`, {
        code: 'refused',
        hint: 'Return only what you need.',
      })
    case 'stuck':
      return new NodeError('The code is waiting for something that never happens.', {
        code: 'bad-input',
        hint: 'A promise it awaits never resolves.',
      })
  }
}

function refuseBadNames(globals: Record<string, unknown>): void {
  const bad = Object.keys(globals).find((name) => !/^[A-Za-z_$][\w$]*$/.test(name))
  if (bad === undefined) return
  throw new NodeError(`"${bad}" isn't a valid variable name.`, {
    code: 'bad-input',
    hint: 'Use letters, digits and underscores, and start with a letter.',
  })
}
