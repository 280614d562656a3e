import { Agent, request } from 'node:http'

export interface Target {
  url: string
  body: string
}

export interface Exchange {
  /** Until the first token arrived. */
  firstTokenMs: number
  status: number
  text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 500 })

/** Asks once and reads to the end, or leaves after the first token. */
export function ask(target: Target, options: { leavesEarly?: boolean } = {}): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    let firstTokenMs = Number.NaN
    let text = ''
    const asked = request(
      target.url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
      (response) => {
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
          if (Number.isNaN(firstTokenMs) && chunk.includes('word0')) {
            firstTokenMs = performance.now() - startedAt
            if (options.leavesEarly) {
              asked.destroy()
              resolve({ firstTokenMs, status: 0, text })
            }
          }
        })
        response.on('end', () => resolve({ firstTokenMs, status: response.statusCode ?? 0, text }))
        response.on('error', reject)
      },
    )
    asked.on('error', (error) => (options.leavesEarly ? resolve({ firstTokenMs, status: 0, text }) : reject(error)))
    asked.end(target.body)
  })
}

/** Runs a number of jobs, so many at once. Returns how long all of them took. */
export async function runMany(
  count: number,
  atOnce: number,
  job: (index: number) => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now()
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) {
      const index = next
      next += 1
      await job(index)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return performance.now() - startedAt
}
