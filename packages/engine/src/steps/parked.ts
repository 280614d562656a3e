/** Thrown through a step that waits for somebody: the run comes to rest, and is taken up with the decision. */
export class Parked extends Error {
  override readonly name = 'Parked'

  constructor() {
    super('This step waits for a decision.')
  }
}
