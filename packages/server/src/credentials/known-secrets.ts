import type { CredentialValues } from '@chatwright/core'

/** The values of credentials and secret variables that runs of this process have used, so that nothing repeats them. */
export interface KnownSecrets {
  remember(values: CredentialValues): void
  /** An event or outcome as it may be told and kept: a vendor's refusal may quote the key it refused. */
  hideIn<Told extends object>(told: Told): Told
  /** The same for whatever else holds text: what a tool gives a model, what the trial of a tool shows its author. */
  hide<Value>(value: Value): Value
}

/** Shorter values are words and numbers: a region, a version. Hiding those would spoil every sentence. */
const SHORTEST = 8
const MAX_KNOWN = 2000

export function createKnownSecrets(): KnownSecrets {
  const known = new Set<string>()
  const remember = (secret: string): void => {
    known.delete(secret)
    known.add(secret)
    const [oldest] = known
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
  }
  return {
    remember(values) {
      for (const value of Object.values(values)) {
        if (value === undefined || value.length < SHORTEST) continue
        remember(value)
        // Also as JSON writes it: inputs and outputs are told as JSON.
        remember(JSON.stringify(value).slice(1, -1))
      }
    },
    hideIn(told) {
      // Tokens are many, and no model is ever told a secret.
      if (('type' in told && told.type === 'token') || known.size === 0 || !holds(told, known)) return told
      return hide(told, known) as typeof told
    },
    hide: (value) => (known.size === 0 || !holds(value, known) ? value : (hide(value, known) as typeof value)),
  }
}

/** Looks before anything is copied: almost nothing a run tells holds a secret. */
function holds(value: unknown, known: ReadonlySet<string>): boolean {
  if (typeof value === 'string') {
    if (value.length < SHORTEST) return false
    for (const secret of known) if (value.includes(secret)) return true
    return false
  }
  if (typeof value !== 'object' || value === null) return false
  for (const key in value) {
    if (holds(key, known) || holds((value as Record<string, unknown>)[key], known)) return true
  }
  return false
}

function hide(value: unknown, known: ReadonlySet<string>): unknown {
  if (typeof value === 'string') {
    let shown = value
    for (const secret of known) if (shown.includes(secret)) shown = shown.replaceAll(secret, '•••')
    return shown
  }
  if (Array.isArray(value)) return value.map((item) => hide(item, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [hide(key, known) as string, hide(item, known)]))
}
