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

  /** When the page says that a part failed: checks what it says, for each way to fail, and lets it try again. */
  const healOnce = async (stays: string | undefined): Promise<boolean> => {
    const alert = await topAlert(page)
    if (!alert) return false
    const retry = alert.getByRole('button', { name: /^(Retry|Erneut versuchen)$/ })
    for (const next of ['load', 'missing', 'timeout'] as const) {
      failure = next
      if (next !== 'load') await retry.click()
      let waited = 0
      // Each time a part is asked for again its time begins: another may have been asked for before the one that is told of.
      const passTime = async () => {
        if (held.length === waited) return
        waited = held.length
        await page.clock.fastForward(TOO_LONG)
      }
      const named = await nameOf(alert, next, { refused, passTime })
      // A second notice of the file that was just let through goes by itself, or with one more Retry.
      if (named === undefined) return false
      if (met.has(named)) {
        await retry.click({ timeout: 2000 }).catch(() => undefined)
        return true
      }
      if (stays !== undefined && !(await page.locator(stays).first().isVisible())) {
        throw new Error(`The page is gone while ${named} fails.`)
      }
      if (next === 'timeout' || met.size % IN_EVERY_WAY > 0) {
        met.set(named, await placeOf(alert))
        break
      }
    }
    failure = 'load'
    for (const route of held.splice(0)) await route.abort().catch(() => undefined)
    const last = [...met.keys()].at(-1) ?? ''
    await retry.click()
    // Nothing of it is left, or the next file is named.
    const isGone = async () => (await alert.allInnerTexts()).every((text) => !text.includes(last))
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

/** The file that a notice names as failed in this way; waits until it does. None when it is gone before it is read. */
async function nameOf(
  alert: Locator,
  failure: Failure,
  { refused, passTime }: { refused: ReadonlySet<string>; passTime: () => Promise<void> },
): Promise<string | undefined> {
  let said: string[] = []
  const isGone = async () => failure === 'load' && (await alert.count()) === 0
  const isNamed = async () => {
    await passTime()
    said = await alert.locator('dd').allTextContents()
    const [part = '', kind = '', address = '', code = ''] = said
    const isStyle = fileOf(address).endsWith('.css')
    const expected = isStyle && failure === 'missing' ? 'load' : failure
    return (
      part !== '' &&
      WORDS[expected].includes(kind) &&
      refused.has(fileOf(address)) &&
      code === (isStyle ? 'CSS_CHUNK_LOAD_FAILED' : 'ChunkLoadError')
    )
  }
  let isLeft = false
  await until(
    async () => (isLeft = await isGone()) || (await isNamed()),
    () => `a failure of the kind ${failure} is named; the page says: ${said.join(' ')}`,
  )
  return isLeft ? undefined : fileOf(said[2] ?? '')
}

async function placeOf(alert: Locator): Promise<Place> {
  const said = (await alert.allTextContents()).join(' ')
  const says = (word: 'kept' | 'partKept' | 'plainText' | 'plainNotices' | 'plainField') =>
    said.includes(english.crash[word]) || said.includes(german.crash[word])
  if (says('plainText')) return 'UndrawnText'
  if (says('plainNotices')) return 'PlainNotices'
  if (says('plainField')) return 'PlainEditor'
  if (says('kept')) return 'screen'
  if (!says('partKept')) throw new Error(`Nobody knows where this is said: ${said}`)
  const isInDialog = await alert.evaluate((element) => element.closest('dialog') !== null)
  return isInDialog ? 'lazyDialog' : 'lazyPart'
}

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
    { timeout: 60_000, interval: 20 },
  )
}
