import { AppError } from '@chatwright/contract'

const LONGEST_LINE = 50

/** Runs what costs memory and a thread one at a time, such as checking a password; so many may wait. */
export function createPasswordLine(): <Result>(work: () => Promise<Result> | Result) => Promise<Result> {
  let line: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const leave = (): void => {
    waiting -= 1
  }
  return (work) => {
    if (waiting >= LONGEST_LINE) throw new AppError('overloaded', undefined, { message: TOO_MANY })
    waiting += 1
    const turn = line.then(work)
    line = turn.then(leave, leave)
    return turn
  }
}

const TOO_MANY = 'Too many people are signing in at the same time. Try again in a moment.'
