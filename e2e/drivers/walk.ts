import type { Page } from 'playwright-core'

import { recordFaults, STORED_BEFORE } from '../harness.ts'
import type { Visit, VisitOptions } from '../harness.ts'
import { HEARD } from './lent-pages.ts'

/**
 * One visit for the journeys of a file that leave nothing behind which the next would mind: from one screen to the next
 * inside the application, as a link leads there, costs a tenth of loading it. What an earlier journey read may be shown for
 * 15 seconds more, so what another program has changed since wants a visit of its own.
 */
export interface Walk {
  /**
   * Stands before a screen that was opened anew, with nothing else in storage, nobody listening and a record of its own, and
   * where no size is given, of the size that the visit began with.
   */
  to(path: string, stored?: Record<string, string>, size?: Size): Promise<Pick<Visit, 'page' | 'faults'>>
  /** Nobody goes on from where a journey failed. */
  end(): Promise<void>
}

type Size = NonNullable<ReturnType<Page['viewportSize']>>

export function walkOf(begin: (options: Pick<VisitOptions, 'stored'>) => Promise<Visit>): Walk {
  let visit: Visit | undefined
  let usual: Size | null
  return {
    async to(path, stored = {}, size) {
      if (!visit) {
        visit = await begin({ stored })
        usual = visit.page.viewportSize()
        await resize(visit.page, size)
        await visit.page.goto(path)
        return visit
      }
      const { page } = visit
      await leaveScreen(page, stored)
      const faults = recordFaults(page)
      await goInside(page, path)
      // What is waited for on the screen must not be found on the way to it.
      await nowhere(page).waitFor({ state: 'detached' })
      // Here, as the side menu that is open on a large screen closes only where it is.
      await resize(page, size ?? usual)
      return { page, faults }
    },
    async end() {
      const ended = visit
      visit = undefined
      await ended?.close()
    },
  }
}

async function resize(page: Page, size: Size | null | undefined): Promise<void> {
  const { width, height } = page.viewportSize() ?? {}
  if (size && (size.width !== width || size.height !== height)) await page.setViewportSize(size)
}

/** Follows the address as the router does where somebody goes back or forward: the page is not loaded again. */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    const place = { key: crypto.randomUUID() }
    history.pushState(place, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
    // Counted like the router's own places, so that one can go on from here.
    history.replaceState({ ...place, idx: 0 }, '')
  }, path)
}

/** Where nothing is: whatever was open on the screen before is gone, and the screen itself is opened anew. */
async function leaveScreen(page: Page, stored: Record<string, string>): Promise<void> {
  for (const name of HEARD) page.removeAllListeners(name)
  await page.unrouteAll({ behavior: 'wait' })
  await goInside(page, '/nowhere')
  await nowhere(page).waitFor()
  await page.evaluate(
    async (entries) => {
      // A canvas would offer what the last one left unsaved.
      for (const { name } of await indexedDB.databases()) {
        await new Promise((isEmpty, fail) => {
          const opening = indexedDB.open(name ?? '')
          opening.addEventListener('error', fail)
          opening.addEventListener('success', () => {
            const stores = [...opening.result.objectStoreNames]
            const emptying = opening.result.transaction(stores, 'readwrite')
            for (const store of stores) emptying.objectStore(store).clear()
            emptying.addEventListener('complete', isEmpty)
            opening.result.close()
          })
        })
      }
      sessionStorage.clear()
      localStorage.clear()
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
      // Told to the page as if another tab had done it: where none is stored, the theme is the system's again.
      dispatchEvent(new StorageEvent('storage', { key: 'isDarkMode', newValue: localStorage.getItem('isDarkMode') }))
      // What was told on one screen stands on the next.
      for (const note of document.querySelectorAll('.notistack-Snackbar'))
        [...note.querySelectorAll('button')].at(-1)?.click()
    },
    { ...STORED_BEFORE, ...stored },
  )
  // Asked for with every frame: what is waited for otherwise is looked for twice a second.
  await page.waitForFunction(() => document.querySelector('.notistack-Snackbar') === null)
}

const nowhere = (page: Page) => page.getByText('/nowhere', { exact: true })
