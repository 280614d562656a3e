import { vi } from 'vitest'

/** Long enough for a machine that does ten other things; a condition that comes true is not waited for any longer. */
const PATIENCE_MS = 60_000

type WaitFor = typeof vi.waitFor

const impatient: WaitFor = vi.waitFor
const patient: WaitFor = (condition, options = PATIENCE_MS) =>
  impatient(
    condition,
    typeof options === 'number'
      ? options
      : { interval: options.interval ?? 50, timeout: options.timeout ?? PATIENCE_MS },
  )

// Files that share a worker come by here one after the other.
if (!('isPatient' in vi)) Object.assign(vi, { waitFor: patient, isPatient: true })
