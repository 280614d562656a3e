/** Why a part is not there, and how to try again. */
export interface PartFailure {
  error: unknown
  onRetry: () => void
  isRetrying: boolean
}
