import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import type { FromChild, SandboxFetch, SandboxFetchAnswer, SandboxJob, ToChild } from './messages.ts'
import { runCode } from './run-code.ts'

/** The process user code runs in. It does one job at a time and is ended from outside when a job takes too long. */
const quickjs = await newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-ng-wasmfile-release-sync'))
const asked = new Map<number, (answer: SandboxFetchAnswer) => void>()
let lastId = 0

process.on('message', (message: ToChild) => {
  if (message.type === 'run') void perform(message.job)
  else {
    asked.get(message.id)?.(message.answer)
    asked.delete(message.id)
  }
})
process.on('disconnect', () => process.exit(0))
say({ type: 'ready' })

async function perform(job: SandboxJob): Promise<void> {
  const startedAt = performance.now()
  try {
    const outcome = await runCode(quickjs, job, { fetch: askParent })
    // An engine that met its limits may hold on to more than it should.
    say({ type: 'end', outcome, isSound: outcome.kind === 'done' || outcome.kind === 'threw' })
  } catch {
    const durationMs = performance.now() - startedAt
    say({ type: 'end', outcome: { kind: 'memory', console: [], durationMs }, isSound: false })
  }
}

function askParent(request: SandboxFetch): Promise<SandboxFetchAnswer> {
  lastId += 1
  const id = lastId
  return new Promise((resolve) => {
    asked.set(id, resolve)
    say({ type: 'fetch', id, request })
  })
}

function say(message: FromChild): void {
  process.send?.(message)
}
