import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

import { measurePage } from './page-coverage.ts'
import type { KeepCoverage } from './page-coverage.ts'
import { EMPTY_PATH, waitForRoutes } from './routes-in-force.ts'

/**
 * A page for one journey, as a person's first visit finds it: nothing stored, nothing routed, nobody listening. To open a
 * window, start its process and compile the application again is most of what a short journey costs, so a page that was
 * given back is emptied and lent to the next.
 */
export interface LentPage {
  page: Page
  giveBack(): Promise<void>
}

/** What is set up once for a page, and cannot be taken back; its size can. */
export interface PageKind extends BrowserContextOptions {
  baseURL: string
  viewport: { width: number; height: number }
  /** Time that the journey moves itself. */
  hasOwnClock: boolean
}

interface KeptPage {
  page: Page
  kind: string
  /** A journey changed something that lasts. */
  isSpoilt: boolean
  keepCoverage: KeepCoverage
}

/** A busy machine is no failure. */
const PATIENCE_MS = 80_000

/** More are not kept: each is a process. */
const KEPT = 3

const keptIn = new WeakMap<Browser, KeptPage[]>()

export async function lendPage(browser: Browser, kind: PageKind, stored: Record<string, string>): Promise<LentPage> {
  const kept = keptIn.get(browser) ?? []
  keptIn.set(browser, kept)
  const { viewport, ...lasting } = kind
  const name = JSON.stringify(lasting)
  const place = kept.findIndex((one) => one.kind === name)
  const lent = kept.splice(place, place < 0 ? 0 : 1)[0] ?? (await openPage(browser, kind, name))
  await furnish(lent.page, { baseURL: kind.baseURL, viewport }, stored)
  return {
    page: lent.page,
    async giveBack() {
      await lent.keepCoverage()
      const isEmpty = !lent.isSpoilt && (await empty(lent.page, kind))
      if (!isEmpty) return lent.page.context().close()
      kept.push(lent)
      if (kept.length > KEPT) await kept.shift()?.page.context().close()
    },
  }
}

/** Another tab of the same person, as large as theirs: the window was made for whoever it was lent to first, maybe on a phone. */
export async function openTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage()
  tab.setDefaultTimeout(PATIENCE_MS)
  const size = page.viewportSize()
  if (size) await tab.setViewportSize(size)
  return tab
}

/** Closes the pages that nobody gave back, as a journey that failed leaves them. */
export async function closeLeftPages(browser: Browser): Promise<void> {
  const kept = new Set(keptIn.get(browser)?.map(({ page }) => page.context()))
  for (const context of browser.contexts()) if (!kept.has(context)) await context.close()
}

async function openPage(browser: Browser, kind: PageKind, name: string): Promise<KeptPage> {
  const { hasOwnClock, ...options } = kind
  const context = await browser.newContext({
    acceptDownloads: true,
    locale: 'en-GB',
    // Nobody watches things move; a journey about movement says so.
    reducedMotion: 'reduce',
    ...options,
  })
  const permissions = ['clipboard-read', 'clipboard-write', ...(kind.permissions ?? [])]
  await context.grantPermissions(permissions, { origin: kind.baseURL })
  const page = await context.newPage()
  if (hasOwnClock) await page.clock.install()
  const opened: KeptPage = { page, kind: name, isSpoilt: false, keepCoverage: await measurePage(page) }
  const spoil = (): void => void (opened.isSpoilt = true)
  watch(page, ['addInitScript', 'exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders', 'emulateMedia'], spoil)
  watch(context, ['addInitScript', 'grantPermissions', 'addCookies', 'setOffline', 'route'], spoil)
  watch(page.clock, ['install', 'setFixedTime', 'pauseAt'], spoil)
  page.on('crash', spoil)
  waitForRoutes(page, kind.baseURL)
  return opened
}

/** Tells when one of these is called. */
function watch<Target extends object>(
  target: Target,
  names: readonly (keyof Target & string)[],
  note: () => void,
): void {
  for (const name of names) {
    const original = target[name] as (...given: unknown[]) => unknown
    Object.assign(target, {
      [name]: (...given: unknown[]) => {
        note()
        return original.apply(target, given)
      },
    })
  }
}

/** Puts into storage what lies there before the first page opens. */
async function furnish(
  page: Page,
  { baseURL, viewport }: Pick<PageKind, 'baseURL' | 'viewport'>,
  stored: Record<string, string>,
): Promise<void> {
  page.setDefaultTimeout(PATIENCE_MS)
  await page.setViewportSize(viewport)
  await goToEmptyPage(page, baseURL)
  await page.evaluate((entries) => {
    sessionStorage.clear()
    localStorage.clear()
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
  }, stored)
}

/** Of the same origin: another one would begin a process. */
async function goToEmptyPage(page: Page, baseURL: string): Promise<void> {
  const address = new URL(EMPTY_PATH, baseURL).href
  if (page.url() === address) return
  // With an icon of its own: the browser would ask for one, and tell the journey that there is none.
  const body = '<link rel="icon" href="data:,">'
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(address)
  await page.unroute(address)
}

/** Everything that journeys listen to. */
export const HEARD = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
]

/** Makes it as new; says whether it could. */
async function empty(page: Page, { baseURL }: PageKind): Promise<boolean> {
  const context = page.context()
  try {
    for (const name of HEARD) page.removeAllListeners(name)
    for (const other of context.pages()) if (other !== page) await other.close()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await goToEmptyPage(page, baseURL)
    const session = await context.newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: new URL(baseURL).origin, storageTypes: 'all' })
    await session.send('Network.clearBrowserCache')
    await session.detach()
    return true
  } catch {
    return false
  }
}
