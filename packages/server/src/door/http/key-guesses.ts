import { AppError } from '@chatwright/contract'
import type { FailureLimiter } from './failure-limiter.ts'

export interface KeyGuesses<Key> {
  /** The key behind a text. A true one never waits, however many wrong ones came from its address. */
  find(text: string, address: string): Promise<Key | undefined>
  /** Counts a wrong key where one was demanded; throws when there were too many of late. */
  count(address: string): void
}

/** Keys made here are longer; shorter ones were brought from elsewhere, and are as easy to guess as a password. */
const SHORTEST_UNGUESSABLE = 32

export function createKeyGuesses<Key>(
  find: (text: string, address: string) => Promise<Key | undefined>,
  failures: FailureLimiter,
): KeyGuesses<Key> {
  return {
    find(text, address) {
      if (text.length < SHORTEST_UNGUESSABLE) failures.check(address)
      return find(text, address)
    },
    count(address) {
      failures.check(address)
      failures.count(address)
    },
  }
}

export function unknownKey(message = "This API key isn't valid, or its owner hasn't activated it."): AppError {
  return new AppError('unauthorized', undefined, { message })
}
