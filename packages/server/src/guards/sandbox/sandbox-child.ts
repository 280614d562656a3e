import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSSyncVariant } from 'quickjs-emscripten-core'
import variant from '@jitl/quickjs-ng-wasmfile-release-sync'
import type { FromChild, SandboxFetch, SandboxFetchAnswer, SandboxJob, ToChild } from './messages.ts'
import { runCode } from './run-code.ts'

/** The process user code runs in. It does one job at a time and is ended from outside when a job takes too long. */
const PAGES = 1792
/**
 * 112 MB: what code may use, and room for what is handed over. All of it from the start, as the engine loses values
 * when its memory grows while it works; pages that nobody touches cost nothing.
 */
const wasmMemory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES })
const quickjs = await newQuickJSWASMModuleFromVariant(
  // Its types are those of its CommonJS form, where the default lies one level deeper.
  newVariant(variant as unknown as QuickJSSyncVariant, { wasmMemory }),
)
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
