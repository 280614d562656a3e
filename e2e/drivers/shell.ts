import type { Page } from 'playwright-core'

/** The shell by what a person does with it. */
export function shellOf(page: Page) {
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  return {
    menu,
    topBar: page.getByRole('banner'),
    drawer: page.locator('#side-drawer'),
    logo: page.getByRole('img', { name: 'Chatwright' }).first(),
    progressBar: page.getByRole('progressbar', { name: 'Loading the screen' }),
    heading: page.getByRole('heading', { level: 1 }),
    /** What of the shell is in the page: its menu, its drawer and the buttons of its top bar. */
    async partsShown(): Promise<string[]> {
      const buttons = ['Toggle the side menu', 'User menu', 'Dark mode'].map(
        (name) => [name, page.getByLabel(name)] as const,
      )
      const parts = [['menu', menu] as const, ['drawer', page.locator('#side-drawer')] as const, ...buttons]
      const counts = await Promise.all(parts.map(async ([name, part]) => ({ name, count: await part.count() })))
      return counts.filter(({ count }) => count > 0).map(({ name }) => name)
    },
    toggleDrawer: () => page.getByRole('button', { name: 'Toggle the side menu' }).click(),
    goTo: (title: string) => menu.getByRole('link', { name: title }).click(),
    switchTheme: () => page.getByRole('switch', { name: 'Dark mode' }).click(),
    openUserMenu: () => page.getByRole('button', { name: 'User menu' }).click(),
    async chooseFromUserMenu(item: string) {
      await page.getByRole('button', { name: 'User menu' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    },
    /** Opens a file picker by the given act and answers it. */
    async chooseFile(act: () => Promise<void>, file: { name: string; text: string }) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), act()])
      await chooser.setFiles({ name: file.name, mimeType: 'application/json', buffer: Buffer.from(file.text) })
    },
  }
}
