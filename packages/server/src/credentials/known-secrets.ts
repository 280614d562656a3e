import type { CredentialValues, RunEvent } from '@chatwright/core'

/** The values of credentials that runs of this process have used, so that nothing a run says repeats them. */
export interface KnownSecrets {
  remember(values: CredentialValues): void
  /** The event as it may be told and kept: a vendor's refusal may quote the key it refused. */
  hideIn(event: RunEvent): RunEvent
}

/** Shorter values are words and numbers: a region, a version. Hiding those would spoil every sentence. */
const SHORTEST = 8
const MAX_KNOWN = 2000

export function createKnownSecrets(): KnownSecrets {
  const known = new Set<string>()
  return {
    remember(values) {
      for (const value of Object.values(values)) {
        if (value === undefined || value.length < SHORTEST) continue
        // As JSON writes it, because that is where it is looked for.
        const written = JSON.stringify(value).slice(1, -1)
        known.delete(written)
        known.add(written)
        const [oldest] = known
        if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
      }
    },
    hideIn(event) {
      // Tokens are many, and no model is ever told a key.
      if (event.type === 'token' || known.size === 0) return event
      const text = JSON.stringify(event)
      let shown = text
      for (const secret of known) if (shown.includes(secret)) shown = shown.replaceAll(secret, '•••')
      return shown === text ? event : (JSON.parse(shown) as RunEvent)
    },
  }
}
