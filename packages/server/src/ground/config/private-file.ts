import { chmodSync } from 'node:fs'

/** Takes away what others may do with files that an earlier start, or another program, left readable. */
export function makePrivate(...paths: string[]): void {
  for (const path of paths) {
    try {
      chmodSync(path, 0o600)
    } catch {
      // Not there, or not ours to guard (somebody else's, a disk that cannot be written). Whoever opens it next says what is wrong.
    }
  }
}
