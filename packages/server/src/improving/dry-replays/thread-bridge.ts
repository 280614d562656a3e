import type { MessagePort, Worker } from 'node:worker_threads'

interface Asked {
  ask: number
  method: string
  given: unknown[]
}

interface Answered {
  answer: number
  result?: unknown
  error?: { message: string; code?: string }
}

/** Answers what a thread asks, with functions by their names; what else it says goes to the listener. All of it is copied. */
export function serveThread(worker: Worker, served: object, onSaid: (said: unknown) => void): void {
  const functions = new Map(Object.entries(served) as [string, (...given: unknown[]) => Promise<unknown>][])
  worker.on('message', (message: unknown) => {
    if (!isAsked(message)) {
      onSaid(message)
      return
    }
    const { ask, method, given } = message
    const work = functions.get(method)
    const answering = work ? work(...given) : Promise.reject(new Error(`Nobody serves ${method}`))
    answering.then(
      (result) => worker.postMessage({ answer: ask, result } satisfies Answered, []),
      (error: unknown) => worker.postMessage({ answer: ask, error: plain(error) } satisfies Answered, []),
    )
  })
}

/** The same functions, for the thread; what else the process says goes to the listener. */
export function askProcess(port: MessagePort, onTold: (told: unknown) => void): object {
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  let asked = 0
  port.on('message', (message: unknown) => {
    if (!isAnswered(message)) {
      onTold(message)
      return
    }
    const { answer, result, error } = message
    const who = waiting.get(answer)
    waiting.delete(answer)
    if (error) who?.reject(Object.assign(new Error(error.message), { code: error.code }))
    else who?.resolve(result)
  })
  return new Proxy(
    {},
    {
      get:
        (_, method) =>
        (...given: unknown[]) =>
          new Promise((resolve, reject) => {
            asked += 1
            waiting.set(asked, { resolve, reject })
            port.postMessage({ ask: asked, method: String(method), given } satisfies Asked, [])
          }),
    },
  )
}

function isAsked(message: unknown): message is Asked {
  return typeof message === 'object' && message !== null && 'ask' in message
}

function isAnswered(message: unknown): message is Answered {
  return typeof message === 'object' && message !== null && 'answer' in message
}

function plain(error: unknown): NonNullable<Answered['error']> {
  const { message, code } = error as { message?: unknown; code?: unknown }
  return { message: String(message), ...(typeof code === 'string' && { code }) }
}
