import { ErrorReport } from '../error-report.tsx'
import type { PartFailure } from './part-failure.ts'

/** In the place of a part that has one on the page. */
export function FailedPanel({ failure }: { failure: PartFailure }) {
  return <ErrorReport {...failure} isPart />
}
