import { extname } from 'node:path'
import type { Locator, Page, Route } from 'playwright-core'
import { vi } from 'vitest'

type Failure = 'load' | 'missing' | 'timeout'

/** Past the time a part may take to arrive. */
const TOO_LONG = 120_500

/** Every part fails to load; each fifth then also in the other ways, which one piece of code tells apart for all of them. */
const IN_EVERY_WAY = 5

/** What was met so far, on all pages. */
export interface Met {
  /** Every lazily loaded file that failed, whose part told of it, and that arrived with Retry. */
  files: Set<string>
  notices: number
}

/**
 * On a page with a clock of its own, makes every lazily loaded file fail that was not met before: its request, and for
 * some what arrives in its place, and its time. Whenever the page tells of a failure, Retry is pressed, and what that asks
 * for again may pass. Only that: a file that failed while nobody waited for it is still to be told of. Scripts that a part
 * needs together fail together and are tried again together; a style fails once more by itself, for it is told otherwise.
 */
export async function failParts(page: Page, met: Met) {
  let failure: Failure = 'load'
  const held: Route[] = []
  const refused = new Set<string>()
  let shown: Promise<string> | undefined
  /** Open from a Retry until what it asked for is there. */
  let healing: { named: string; arrived: Set<string>; arriving: number } | undefined

  const letPass = async (route: Route, file: string, { arrived }: { arrived: Set<string> }) => {
    if (healing) healing.arriving += 1
    await route.continue()
    const response = await route.request().response()
    await response?.finished()
    arrived.add(file)
    if (healing?.arrived !== arrived) return
    healing.arriving -= 1
    if (healing.arriving === 0 && arrived.has(healing.named)) healing = undefined
  }
  await page.route('**/assets/async/*', async (route) => {
    const file = fileOf(route.request().url())
    // What asks for a fresh copy before Retry is no part.
    if (met.files.has(file) || route.request().resourceType() === 'fetch') return route.continue()
    if (healing && refused.has(file) && extname(file) === extname(healing.named)) return letPass(route, file, healing)
    refused.add(file)
    if (failure === 'timeout') return void held.push(route)
    if (failure === 'missing' && file.endsWith('.js')) {
      return route.fulfill({ contentType: 'text/javascript', body: '/* not the part */' })
    }
    return route.abort()
  })

  /** From now on files fail to load again, and those that were held back have. */
  const failAtOnce = async (): Promise<void> => {
    failure = 'load'
    for (const route of held.splice(0)) await route.abort().catch(() => undefined)
  }

  /** When the page says that a part failed: checks what it says, for each way to fail, and lets it try again. */
  const healOnce = async (stays: string | undefined): Promise<boolean> => {
    const alert = await topAlert(page)
    if (!alert) return false
    const retry = alert.getByRole('button', { name: /^(Retry|Erneut versuchen)$/ })
    let named: string | undefined
    for (const next of ['load', 'missing', 'timeout'] as const) {
      failure = next
      if (next !== 'load') await retry.click()
      if (next === 'timeout') {
        await until(() => held.length > 0, 'a part is asked for again')
        await page.clock.fastForward(TOO_LONG)
      }
      named = await nameOf(alert, next, refused)
      // A second notice of the file that was just let through goes by itself, or with one more Retry.
      if (named === undefined) return false
      if (met.files.has(named)) {
        await failAtOnce()
        await retry.click({ timeout: 2000 }).catch(() => undefined)
        return true
      }
      if (stays !== undefined && !(await page.locator(stays).first().isVisible())) {
        throw new Error(`The page is gone while ${named} fails.`)
      }
      if (next === 'load' && met.notices % IN_EVERY_WAY > 0) break
    }
    met.notices += 1
    await failAtOnce()
    const last = named ?? ''
    const arrived = new Set<string>()
    healing = { named: last, arrived, arriving: 0 }
    await retry.click()
    await until(() => arrived.has(last), `${last} is asked for again`)
    // Nothing of it is left, or the next file is named.
    const isGone = async () => (await alert.allInnerTexts()).every((text) => !text.includes(last))
    await until(isGone, `${last} is loaded`)
    for (const file of arrived) met.files.add(file)
    return true
  }
  /** Resolves when the page tells of a failure, or is closed. */
  const failureShown = () => {
    // One look-out at a time: another way on this page goes on with it.
    shown ??= page
      .locator('[role=alert] dt')
      .first()
      .waitFor({ state: 'attached', timeout: 0 })
      .then(
        () => 'failure',
        () => 'closed',
      )
      .finally(() => {
        shown = undefined
      })
    return shown
  }
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
async function nameOf(alert: Locator, failure: Failure, refused: ReadonlySet<string>): Promise<string | undefined> {
  let said: string[] = []
  const isGone = async () => failure === 'load' && (await alert.count()) === 0
  const isNamed = async () => {
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
    { timeout: 60_000, interval: 50 },
  )
}
