/** A fault at start-up that one sentence explains: printed without a stack, exit code 1. */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError'
}
