import type { CredentialValues, RunEvent } from '@chatwright/core'
import { numbered } from '@chatwright/engine'
import { linkTokensIn } from './link-tokens.ts'
import { createSecretPatterns, type SecretPatterns } from './secret-patterns.ts'
import { createSecretStream, HIDDEN, type SecretStream } from './secret-stream.ts'

/** The values of credentials and secret variables that runs of this process have used, so that nothing repeats them. */
export interface KnownSecrets {
  remember(values: CredentialValues): void
  /** The same for what a flow can tell its model, which can then say it. */
  rememberTold(values: CredentialValues): void
  /**
   * A link that a flow is given to send: from here on no text may say it. Links are known by their form, too, so that those of other
   * processes are hidden.
   */
  rememberLink(link: string): void
  /**
   * Whatever holds text, as it may be told and kept: an event or outcome (a vendor's refusal may quote the key it refused),
   * what a tool gives a model, what the trial of a tool shows its author.
   */
  hide<Value>(value: Value): Value
  /** The same for a run as it speaks: a secret may come in any number of pieces. */
  hideInStream(tell: (event: RunEvent) => void): SecretStream
}

/** Shorter values are words and numbers: a region, a version. Hiding those would spoil every sentence. */
const SHORTEST = 8
const MAX_KNOWN = 2000
/** Apart from the others, so that many waits push out no credential. */
const MAX_LINKS = 500

export function createKnownSecrets(): KnownSecrets {
  /** Whether a model may have been told it, by secret. */
  const known = new Map<string, boolean>()
  const links = new Map<string, true>()
  let patterns: SecretPatterns | undefined
  let search: SecretSearch | undefined
  const rememberOne = (secret: string, isTold: boolean): void => {
    const wasTold = known.get(secret)
    known.delete(secret)
    known.set(secret, isTold || wasTold === true)
    if (wasTold === undefined || (isTold && !wasTold)) patterns = undefined
    if (wasTold === undefined) search = undefined
    const [oldest] = known.keys()
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
  }
  const rememberAll = (values: CredentialValues, isTold: boolean): void => {
    for (const value of Object.values(values)) {
      if (value === undefined || value.length < SHORTEST) continue
      rememberOne(value, isTold)
      // Also as JSON writes it, in both ways: inputs and outputs are told as JSON, and steps fill in texts of JSON.
      rememberOne(JSON.stringify(value).slice(1, -1), isTold)
      rememberOne(numbered(value), isTold)
    }
  }
  const secrets: KnownSecrets = {
    remember: (values) => rememberAll(values, false),
    rememberTold: (values) => rememberAll(values, true),
    rememberLink(link) {
      for (const token of linkTokensIn(link)) {
        if (!links.has(token)) patterns = undefined
        links.delete(token)
        links.set(token, true)
      }
      const [oldest] = links.keys()
      if (links.size > MAX_LINKS && oldest !== undefined) links.delete(oldest)
    },
    hide(value) {
      search ??= searchFor(known)
      return holds(value, search) ? (hide(value, known) as typeof value) : value
    },
    hideInStream: (tell) =>
      createSecretStream({
        patterns: () =>
          known.size + links.size === 0
            ? undefined
            : (patterns ??= createSecretPatterns(new Map([...links, ...known]))),
        hide: secrets.hide,
        tell,
      }),
  }
  return secrets
}

/** What is looked for in everything that a run tells: made once for many looks. */
interface SecretSearch {
  secrets: readonly string[]
  /** Nothing shorter can hold one: most names and words are passed over by their length. */
  shortest: number
}

function searchFor(known: ReadonlyMap<string, boolean>): SecretSearch {
  const secrets = [...known.keys()]
  return { secrets, shortest: secrets.reduce((least, { length }) => Math.min(least, length), Infinity) }
}

/** Looks before anything is copied: almost nothing a run tells holds a secret. */
function holds(value: unknown, search: SecretSearch): boolean {
  if (typeof value === 'string') {
    if (value.length >= search.shortest) {
      for (const secret of search.secrets) if (value.includes(secret)) return true
    }
    return linkTokensIn(value).length > 0
  }
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) {
    for (const item of value) if (holds(item, search)) return true
    return false
  }
  for (const key in value) {
    if (holds(key, search)) return true
    if (holds((value as Record<string, unknown>)[key], search)) return true
  }
  return false
}

function hide(value: unknown, known: ReadonlyMap<string, boolean>): unknown {
  if (typeof value === 'string') {
    const held = [...[...known.keys()].filter((secret) => value.includes(secret)), ...linkTokensIn(value)]
    // The longest first: one may be a part of another.
    held.sort((one, other) => other.length - one.length)
    return held.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), value)
  }
  if (Array.isArray(value)) return value.map((item) => hide(item, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [hide(key, known) as string, hide(item, known)]))
}
