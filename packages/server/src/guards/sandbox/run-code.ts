import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from 'quickjs-emscripten-core'
import { createInbox, MAX_LINES, type Inbox } from './inbox.ts'
import type { SandboxFetch, SandboxFetchAnswer, SandboxJob, SandboxOutcome } from './messages.ts'
import { base } from './inside/base.ts'
import { namesOfParts, parts } from './inside/parts.ts'
import { bytesOf, textOf } from './services/bytes-service.ts'
import { createServices, nameError } from './services/services.ts'
import { createSubtleService } from './services/subtle-service.ts'

/** User code stands one line below the line that opens its function. */
const FILE = 'code.js'
const LINES_BEFORE = 1
/** The longest text that code can have worked on outside the engine at once. */
const MAX_SERVICE_LENGTH = 8 * 1024 ** 2

interface Outside {
  fetch: (request: SandboxFetch) => Promise<SandboxFetchAnswer>
}

/** Runs one job in an engine of its own. Throws only when the engine itself broke and must not be used again. */
export async function runCode(quickjs: QuickJSWASMModule, job: SandboxJob, outside: Outside): Promise<SandboxOutcome> {
  const { limits } = job
  const startedAt = performance.now()
  const deadline = startedAt + limits.timeoutMs
  const runtime = quickjs.newRuntime()
  runtime.setMemoryLimit(limits.memoryBytes)
  runtime.setMaxStackSize(limits.stackBytes)
  runtime.setInterruptHandler(() => performance.now() > deadline)
  const context = runtime.newContext()
  const inbox = createInbox(limits)
  const finish = (end: Ended): SandboxOutcome => ({
    ...end,
    console: inbox.console,
    durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
  })

  const machine = startMachine(context, inbox)
  try {
    const problem = machine.start(job)
    if (problem) return finish(asEnded(problem, deadline))
    return finish(await drive({ runtime, inbox, machine, outside, deadline }))
  } finally {
    machine.dispose()
    context.dispose()
    runtime.dispose()
  }
}

type Ended = SandboxOutcome extends infer Each
  ? Each extends SandboxOutcome
    ? Omit<Each, 'console' | 'durationMs'>
    : never
  : never

/** What the engine reports of an exception. */
interface Thrown {
  name: string
  message: string
  stack: string
}

interface Machine {
  /** Starts the code; an exception here is one of its syntax, or a limit. */
  start(job: SandboxJob): Thrown | undefined
  deliver(answer: { id: number; ok: boolean; value: unknown }): Thrown | undefined
  dispose(): void
}

function startMachine(context: QuickJSContext, inbox: Inbox): Machine {
  const handles: QuickJSHandle[] = []
  const keep = (handle: QuickJSHandle): QuickJSHandle => {
    handles.push(handle)
    return handle
  }
  const text = (value: string): QuickJSHandle => keep(context.newString(value))

  const send = keep(
    context.newFunction('send', (kind, payload) => {
      inbox.take(readText(context, kind, 20), readText(context, payload, inbox.maxBytes))
      return undefined
    }),
  )
  const services = createServices()
  const serve = keep(
    context.newFunction('serve', (name, payload) =>
      context.newString(services(readText(context, name, 20), readText(context, payload, MAX_SERVICE_LENGTH))),
    ),
  )
  const toBytes = keep(
    context.newFunction('bytesOf', (setting, given) =>
      context.newArrayBuffer(bytesOf(readText(context, setting, 200), readText(context, given, MAX_SERVICE_LENGTH))),
    ),
  )
  const toText = keep(
    context.newFunction('textOf', (setting, given) => {
      const text = context
        .getArrayBuffer(given)
        .consume((bytes) => textOf(readText(context, setting, 200), bytes.value))
      return text === undefined ? context.undefined : context.newString(text)
    }),
  )
  const load = keep(
    context.newFunction('load', (name) => {
      const part = readText(context, name, 20)
      return Object.hasOwn(parts, part) ? context.evalCode(parts[part] ?? '', `${part}.js`) : context.undefined
    }),
  )
  const kit = keep(context.newObject())
  context.setProp(kit, 'send', send)
  context.setProp(kit, 'serve', serve)
  context.setProp(kit, 'bytesOf', toBytes)
  context.setProp(kit, 'textOf', toText)
  context.setProp(kit, 'load', load)
  context.setProp(kit, 'maxLength', keep(context.newNumber(inbox.maxBytes / 2)))
  context.setProp(kit, 'maxLines', keep(context.newNumber(MAX_LINES)))
  context.setProp(kit, 'names', keep(json(context, namesOfParts)))
  const inside = keep(
    context.unwrapResult(
      context.callFunction(keep(context.unwrapResult(context.evalCode(base, 'base.js'))), context.undefined, kit),
    ),
  )
  const parse = keep(context.getProp(keep(context.getProp(context.global, 'JSON')), 'parse'))
  const receive = keep(context.getProp(inside, 'receive'))
  const run = keep(context.getProp(inside, 'run'))

  const call = (work: QuickJSHandle, argument: QuickJSHandle): Thrown | undefined => {
    const result = context.callFunction(work, context.undefined, argument)
    if (result.error) return describe(context, result.error)
    result.value.dispose()
    return undefined
  }

  return {
    start({ code, globals, names }) {
      for (const name of names) {
        const json = JSON.stringify(globals[name])
        if (json === undefined) {
          context.setProp(context.global, name, context.undefined)
          continue
        }
        const result = context.callFunction(parse, context.undefined, text(json))
        if (result.error) return describe(context, result.error)
        context.setProp(context.global, name, keep(result.value))
      }
      const compiled = context.evalCode(`(async () => {\n${code}\n})`, FILE)
      if (compiled.error) return describe(context, compiled.error)
      return call(run, keep(compiled.value))
    },
    deliver: (answer) => call(receive, text(JSON.stringify(answer))),
    dispose() {
      for (const handle of handles.reverse()) handle.dispose()
    },
  }
}

/** What we ourselves hand in, as the engine's own objects. */
function json(context: QuickJSContext, value: unknown): QuickJSHandle {
  return context.unwrapResult(context.evalCode(`(${JSON.stringify(value)})`, 'given.js'))
}

interface Driving {
  runtime: QuickJSRuntime
  inbox: Inbox
  machine: Machine
  outside: Outside
  deadline: number
}

/** Lets the engine work, does what it asks for, and brings back the answers until the code has ended. */
async function drive({ runtime, inbox, machine, outside, deadline }: Driving): Promise<Ended> {
  const answers: { id: number; ok: boolean; value: unknown }[] = []
  let under = 0
  let wake = (): void => undefined
  const subtle = createSubtleService()
  const bring = async (id: number, work: Promise<unknown>): Promise<void> => {
    under += 1
    const answer = await work.then(
      (value) => ({ id, ok: true, value }),
      (error: unknown) => ({ id, ok: false, value: nameError(error) }),
    )
    under -= 1
    answers.push(answer)
    wake()
  }

  for (;;) {
    const problem = work(runtime, deadline)
    if (problem) return asEnded(problem, deadline)
    if (inbox.isFull) return { kind: 'output' }
    if (performance.now() > deadline) return { kind: 'timeout' }
    const { end } = inbox
    if (end?.kind === 'done') return { kind: 'done', ...(end.value !== undefined && { value: end.value }) }
    if (end) return asEnded(end, deadline)
    for (const { id, request } of inbox.fetches.splice(0)) void bring(id, answered(outside.fetch(request)))
    for (const { id, payload } of inbox.subtle.splice(0)) void bring(id, subtle(payload))
    for (const { id, delay } of inbox.timers.splice(0))
      void bring(id, sleep(Math.min(delay, deadline - performance.now())))
    if (answers.length === 0) {
      if (under === 0) return { kind: 'stuck' }
      await new Promise<void>((resolve) => (wake = resolve))
    }
    for (const answer of answers.splice(0)) {
      const fault = machine.deliver(answer)
      if (fault) return asEnded(fault, deadline)
    }
  }
}

const JOBS_AT_ONCE = 1000

function work(runtime: QuickJSRuntime, deadline: number): Thrown | undefined {
  while (runtime.hasPendingJob() && performance.now() <= deadline) {
    const result = runtime.executePendingJobs(JOBS_AT_ONCE)
    if (result.error) return describe(result.error.context, result.error)
    result.dispose()
  }
  return undefined
}

function sleep(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), Math.max(0, ms)))
}

async function answered(asked: Promise<SandboxFetchAnswer>): Promise<SandboxFetchAnswer> {
  const answer = await asked
  if (!answer.ok) throw new Error(answer.message)
  return answer
}

function asEnded({ name, message, stack }: Thrown, deadline: number): Ended {
  if (performance.now() > deadline) return { kind: 'timeout' }
  if (name === 'InternalError' && message === 'out of memory') return { kind: 'memory' }
  const line = Number(/code\.js:(\d+)/.exec(stack)?.[1] ?? Number.NaN) - LINES_BEFORE
  return { kind: 'threw', name, message, ...(line >= 1 && { line }) }
}

/** Reads an exception without running any of its code: getters of user objects are user code. */
function describe(context: QuickJSContext, error: QuickJSHandle): Thrown {
  const read = (name: string): string =>
    context.getProp(error, name).consume((value) => readText(context, value, 10_000))
  try {
    return context.typeof(error) === 'object'
      ? { name: read('name') || 'Error', message: read('message'), stack: read('stack') }
      : { name: 'Thrown', message: readText(context, error, 10_000), stack: '' }
  } finally {
    error.dispose()
  }
}

/** The text behind a handle, if it is a text and not longer than it may be. */
function readText(context: QuickJSContext, handle: QuickJSHandle | undefined, maxLength: number): string {
  if (!handle || context.typeof(handle) !== 'string') return ''
  const length = context.getProp(handle, 'length').consume((value) => context.getNumber(value))
  return length > maxLength ? '' : context.getString(handle)
}
