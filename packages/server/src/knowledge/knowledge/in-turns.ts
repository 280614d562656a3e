import { setImmediate as nextTurn } from 'node:timers/promises'

const ROWS_A_TURN = 5000

/** Goes through however many; everybody else has a turn between some and the next. */
export async function inTurns<Each>(all: Iterable<Each>, look: (each: Each) => void): Promise<void> {
  let looked = 0
  for (const each of all) {
    if (looked > 0 && looked % ROWS_A_TURN === 0) await nextTurn()
    look(each)
    looked += 1
  }
}
