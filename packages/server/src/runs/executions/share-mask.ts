import { createKnownSecrets } from '../../parts/credentials/known-secrets.ts'
import { HIDDEN } from '../../parts/credentials/secret-stream.ts'
import { maskSecrets } from './mask-secrets.ts'

/** Takes out of a value what strangers may not read: words of this execution, links, and what is named or written like a secret. */
export type ShareMask = <Value>(value: Value) => Value

/** Shorter words stand within others: they are taken out where they stand alone. */
const LEAST_WITHIN = 8

/** `words` are what opens the conversation: ids of its chat, session and runs. */
export function createShareMask(words: readonly string[]): ShareMask {
  const spellings = new Set(words.flatMap((word) => (word === '' ? [] : [word, encodeURIComponent(word)])))
  const known = createKnownSecrets()
  const short: string[] = []
  for (const word of spellings) {
    if (word.length < LEAST_WITHIN) short.push(word)
    else known.remember({ word })
  }
  const alone =
    short.length === 0
      ? undefined
      : new RegExp(
          `(?<![\\w-])(?:${short.map((word) => word.replaceAll(/[^\w]/g, String.raw`\$&`)).join('|')})(?![\\w-])`,
          'g',
        )
  return <Value>(value: Value): Value => {
    const hidden = maskSecrets(known.hide(value))
    return (alone ? mapTexts(hidden, (text) => text.replace(alone, HIDDEN)) : hidden) as Value
  }
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), mapTexts(item, change)]))
}
