import type { Locator, Page, Route } from 'playwright-core'
import { vi } from 'vitest'

import german from '../../packages/ui/src/i18n/de/common.ts'
import { common as english } from '../../packages/ui/src/i18n/en/common.ts'
import type { Place } from './places-of-failure.ts'

type Failure = 'load' | 'missing' | 'timeout'

/** Past the time a part may take to arrive. */
const TOO_LONG = 120_500

/** Every file fails to load; each fifth then also in the other ways, which one piece of code tells apart for all of them. */
const IN_EVERY_WAY = 5

/** Every lazily loaded file that was made to fail, was named, and arrived with Retry; and where it was named. */
export type MetParts = Map<string, Place>

/**
 * On a page with a clock of its own, makes every lazily loaded file fail that was not met before: its request, and for
 * some what arrives in its place, and its time. Whenever the page tells of a failure, the file it names may pass from then
 * on, and Retry is pressed.
 */
export async function failParts(page: Page, met: MetParts) {
  let failure: Failure = 'load'
  let held: Route[] = []
  const refused = new Set<string>()
  await page.route('**/assets/async/*', async (route) => {
    const file = fileOf(route.request().url())
    // What asks for a fresh copy before Retry is no part.
    if (met.has(file) || route.request().resourceType() === 'fetch') return route.continue()
    refused.add(file)
    if (failure === 'timeout') return void held.push(route)
    if (failure === 'missing' && file.endsWith('.js')) {
      return route.fulfill({ contentType: 'text/javascript', body: '/* not the part */' })
    }
    return route.abort()
  })

  /** What covers a notice may come between looking and pressing, and a notice may go by itself. */
  const pressRetry = () =>
    until(async () => {
      const alert = await topAlert(page)
      if (!alert) return true
      const pressed = alert.getByRole('button', { name: RETRY }).click({ timeout: 20_000 })
      return pressed.then(
        () => true,
        () => false,
      )
    }, 'Retry is pressed')

  /** When the page says that a part failed: checks what it says, for each way to fail, and lets it try again. */
  const healOnce = async (stays: string | undefined): Promise<boolean> => {
    if (!(await topAlert(page))) return false
    let before: readonly string[] = []
    for (const next of ['load', 'missing', 'timeout'] as const) {
      failure = next
      if (next !== 'load') await pressRetry()
      let waited = 0
      // Each time a part is asked for again its time begins: another may have been asked for before the one that is told of.
      const passTime = async () => {
        if (held.length === waited) return
        waited = held.length
        await page.clock.fastForward(TOO_LONG)
      }
      const said = await readFailure(page, next, { refused, passTime, pressRetry, before })
      // A second notice of the file that was just let through goes by itself, or with one more Retry.
      if (said === undefined) return false
      before = said
      const named = fileOf(said[2] ?? '')
      if (met.has(named)) {
        await pressRetry()
        return true
      }
      if (stays !== undefined && !(await page.locator(stays).first().isVisible())) {
        throw new Error(`The page is gone while ${named} fails.`)
      }
      if (next === 'timeout' || met.size % IN_EVERY_WAY > 0) {
        met.set(named, await placeOf(page))
        break
      }
    }
    failure = 'load'
    for (const route of held.splice(0)) await route.abort().catch(() => undefined)
    const last = [...met.keys()].at(-1) ?? ''
    await pressRetry()
    // Nothing of it is left, or the next file is named.
    const isGone = async () =>
      ((await (await topAlert(page))?.allInnerTexts()) ?? []).every((text) => !text.includes(last))
    await until(isGone, `${last} is loaded`)
    return true
  }
  /** Resolves when the page tells of a failure, or is closed. */
  const failureShown = () =>
    page
      .locator('[role=alert] dt')
      .first()
      .waitFor({ state: 'attached', timeout: 0 })
      .then(
        () => 'failure',
        () => 'closed',
      )
  return { healOnce, failureShown }
}

/** What tells of a failure: a dialog covers whatever failed behind it. */
async function topAlert(page: Page): Promise<Locator | undefined> {
  for (const place of ['dialog[open] [role=alert]', '[role=alert]']) {
    const alert = page
      .locator(place)
      .filter({ has: page.locator('dt') })
      .first()
    if ((await alert.count()) > 0) return alert
  }
  return undefined
}

interface Reading {
  refused: ReadonlySet<string>
  passTime: () => Promise<void>
  pressRetry: () => Promise<void>
  /** What was read before Retry was pressed. */
  before: readonly string[]
}

/**
 * What the page says of a file that failed in this way; waits until it does. None when it is gone before it is read. A
 * part is made of several files: one that was asked for before Retry was pressed may fail after it, as files failed then.
 * That is another failure, which another Retry tries again.
 */
async function readFailure(
  page: Page,
  failure: Failure,
  { refused, passTime, pressRetry, before }: Reading,
): Promise<readonly string[] | undefined> {
  let said: string[] = []
  let left = before
  const isNamed = async (alert: Locator) => {
    await passTime()
    said = await alert.locator('dd').allTextContents()
    const [part = '', kind = '', address = '', code = ''] = said
    const isStyle = fileOf(address).endsWith('.css')
    const expected = isStyle && failure === 'missing' ? 'load' : failure
    if (before.length > 0 && said.length > 0 && !WORDS[expected].includes(kind) && said.join() !== left.join()) {
      left = said
      await pressRetry()
      return false
    }
    return (
      part !== '' &&
      WORDS[expected].includes(kind) &&
      refused.has(fileOf(address)) &&
      code === (isStyle ? 'CSS_CHUNK_LOAD_FAILED' : 'ChunkLoadError')
    )
  }
  let isGone = false
  await until(
    async () => {
      const alert = await topAlert(page)
      if (alert) return isNamed(alert)
      return (isGone = failure === 'load')
    },
    () => `a failure of the kind ${failure} is named; the page says: ${said.join(' ')}`,
  )
  return isGone ? undefined : said
}

async function placeOf(page: Page): Promise<Place> {
  const alert = await topAlert(page)
  const said = ((await alert?.allTextContents()) ?? []).join(' ')
  const says = (word: 'kept' | 'partKept' | 'plainText' | 'plainNotices' | 'plainField') =>
    said.includes(english.crash[word]) || said.includes(german.crash[word])
  if (says('plainText')) return 'UndrawnText'
  if (says('plainNotices')) return 'PlainNotices'
  if (says('plainField')) return 'PlainEditor'
  if (says('kept')) return 'screen'
  if (!alert || !says('partKept')) throw new Error(`Nobody knows where this is said: ${said}`)
  const isInDialog = await alert.evaluate((element) => element.closest('dialog') !== null)
  return isInDialog ? 'lazyDialog' : 'lazyPart'
}

const RETRY = /^(Retry|Erneut versuchen)$/

const WORDS: Record<Failure, string[]> = {
  load: ['load', 'Laden'],
  missing: ['missing', 'fehlt'],
  timeout: ['timeout', 'Zeitüberschreitung'],
}

function fileOf(address: string): string {
  return address.split('/').at(-1) ?? ''
}

async function until(isDone: () => boolean | Promise<boolean>, what: string | (() => string)): Promise<void> {
  await vi.waitFor(
    async () => {
      if (!(await isDone())) throw new Error(`Waited in vain until ${typeof what === 'string' ? what : what()}.`)
    },
    { timeout: 120_000, interval: 20 },
  )
}
