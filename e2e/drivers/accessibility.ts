import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeGlobal {
  axe: {
    run(context: unknown, options: unknown): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
  }
}

/** What another theme can change: all the rest was looked at in the first. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** What a dialog or a menu lies over: nobody reads it until that is closed, and its colours cannot be told through it. */
const COVERED = '#root[aria-hidden="true"]'

interface Looking {
  ofColours?: boolean
  /** What alone is looked at, where all around it was before. */
  within?: string | undefined
}

/** What axe finds wrong on a page, each as its rule and the first element it met. */
export async function accessibilityFaults(page: Page, { ofColours, within }: Looking = {}): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  // Through the debugger, as the page's own policy forbids scripts from elsewhere.
  if (!isThere) await page.evaluate(axe)
  await atRest(page)
  const options = { resultTypes: ['violations'], preload: false, ...(ofColours && { runOnly: OF_COLOURS }) }
  const { violations } = await page.evaluate(
    ({ given, inside, covered }) => {
      const all = document.querySelector(covered) ? { exclude: [[covered]] } : document
      const context = inside === undefined ? all : { include: [[inside]] }
      return (globalThis as unknown as AxeGlobal).axe.run(context, given)
    },
    { given: options, inside: within, covered: COVERED },
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
}

/** What axe finds wrong, in the theme that the page has and then in the other one, which it keeps. */
export async function faultsInBothThemes(page: Page, { within }: Pick<Looking, 'within'> = {}): Promise<string[]> {
  const faults: string[] = []
  const isDarkNow = (await page.locator('html').getAttribute('data-theme')) === 'dark'
  for (const isDark of [isDarkNow, !isDarkNow]) {
    // As if it was switched in another tab: nothing that is open here closes.
    await page.evaluate((newValue) => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'isDarkMode', newValue }))
    }, String(isDark))
    await page.locator(`html[data-theme=${isDark ? 'dark' : 'light'}]`).waitFor()
    // Transitions would be measured half transparent.
    await page.evaluate(async () => {
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(ending.map(({ finished }) => finished))
    })
    for (const fault of await accessibilityFaults(page, { ofColours: isDark !== isDarkNow, within }))
      faults.push(`${isDark ? 'dark' : 'light'}: ${fault}`)
  }
  return faults
}

/** Half faded in, every text has too little contrast. What turns for ever is not waited for. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity),
  )
}
