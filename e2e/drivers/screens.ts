import type { Page } from 'playwright-core'

/** The list screens by what a person does with them. */
export function screensOf(page: Page) {
  const card = (name: string) => page.getByRole('article').filter({ has: page.getByText(name, { exact: true }) })
  const chooseFromMenu = async (menu: string, item: string) => {
    await page.getByRole('button', { name: menu, exact: true }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  return {
    card,
    /** The names of all cards in sight, as shown. */
    cardNames: () =>
      page
        .getByRole('article')
        .evaluateAll((cards) => cards.map((item) => item.querySelector('a, button')?.textContent ?? '')),
    chooseFromMenu,
    async chooseForFlow(name: string, item: string) {
      await card(name).hover()
      await chooseFromMenu(`Actions for ${name}`, item)
    },
  }
}
