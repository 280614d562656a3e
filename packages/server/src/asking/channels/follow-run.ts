import type { AnswerHandle } from '../../runs/runs/runner.ts'
import type { Destination } from './send-parts.ts'

/** For longer nobody believes that somebody is writing. */
const LONGEST_TYPING_MS = 300_000

/**
 * Reads a run for whoever waits in a channel, so that it is not stopped as one that nobody reads, and shows meanwhile that somebody is
 * writing. That fails quietly: the answer is what counts.
 */
export function followRun(
  run: AnswerHandle,
  { kind, access, place }: Destination,
  { onRest, onFault }: { onRest: () => void; onFault: (error: unknown) => void },
): void {
  const leave = run.read(() => undefined)
  const show = (): void => {
    kind.showTyping(access, place).catch(() => undefined)
  }
  show()
  const typing = setInterval(show, kind.typingMs)
  typing.unref()
  const tooLong = setTimeout(() => clearInterval(typing), LONGEST_TYPING_MS)
  tooLong.unref()
  run.outcome.catch(onFault).finally(() => {
    clearInterval(typing)
    clearTimeout(tooLong)
    leave()
    onRest()
  })
}
