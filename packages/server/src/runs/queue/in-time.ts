import { AppError } from '@chatwright/contract'

/** Longer than a Redis that is started again is away. */
export const REDIS_LIMIT_MS = 10_000

/** What a request asks of Redis. Commands wait until it is back: nobody who asked waits for ever with them. */
export async function inTime<Answer>(asked: Promise<Answer>, limitMs: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('overloaded', undefined, { message: SILENT })), limitMs)
  })
  return Promise.race([asked, silence]).finally(() => clearTimeout(timer))
}

const SILENT = "This server's queue isn't responding. Try again in a moment."
