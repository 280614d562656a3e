import { withEmotionCache } from '@emotion/react'
import type { EmotionCache } from '@emotion/react'
import { cleanup, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterAll, beforeAll } from 'vitest'

/** What decides whether an element is found, how its name is put together, and whether it can be clicked. */
const SEEN = /(?:^|[{;])(?:display|visibility|pointer-events):[^;}]*/g

const cache = readCache()
const sheets = Object.getPrototypeOf(cache.sheet) as EmotionCache['sheet'] & { isLight?: boolean }

// Files that share a worker come by here one after the other.
if (sheets.isLight === undefined) {
  const { insert } = sheets
  sheets.isLight = true
  sheets.insert = function insertWhatIsSeen(rule) {
    const kept = sheets.isLight ? lighten(rule) : rule
    if (kept !== '') insert.call(this, kept)
  }
}

/** For files that read computed styles. All others do without: jsdom goes through every rule for every element it is asked about. */
export function keepWholeStyles(): void {
  beforeAll(() => {
    forgetRules()
    sheets.isLight = false
  })
  afterAll(() => {
    sheets.isLight = true
  })
}

function lighten(rule: string): string {
  const seen = rule.match(SEEN)
  if (!seen) return ''
  // What holds for some windows only is seldom enough to be kept as it is.
  if (rule.startsWith('@')) return rule
  return `${rule.slice(0, rule.indexOf('{'))}{${seen.map((line) => line.replace(/^[{;]/, '')).join(';')}}`
}

/** No file looks through the rules of those before it. */
export function forgetRules(): void {
  cache.sheet.flush()
  cache.inserted = {}
  cache.registered = {}
}

/** The cache that everything is drawn with which names no other. */
function readCache(): EmotionCache {
  let read: EmotionCache | undefined
  const Reader = withEmotionCache((_, current) => {
    read = current
    return null
  })
  render(createElement(Reader))
  cleanup()
  if (!read) throw new Error('Nothing is drawn with a style cache.')
  return read
}
