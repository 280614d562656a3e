import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'

/** The canvas by what a person does with it. */
export function canvasOf(page: Page) {
  const node = (id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
  const port = (id: string, side: 'input' | 'output', name: string | RegExp): Locator =>
    node(id).getByRole('button', { name: side === 'input' ? inputName(name) : outputName(name) })
  const header = page.getByRole('banner')
  return {
    node,
    port,
    header,
    nodes: page.locator('.react-flow__node'),
    edges: page.locator('.react-flow__edge'),
    search: page.getByRole('combobox', { name: 'Search nodes' }),
    saveState: page.locator('.cw-save-word'),
    dialog: page.getByRole('dialog'),
    /** What the browser keeps of unsaved work, as text. */
    keptDrafts: () =>
      page.evaluate(
        () =>
          new Promise<string>((resolve, reject) => {
            const opening = indexedDB.open('chatwright-drafts')
            opening.addEventListener('error', () => reject(opening.error))
            opening.addEventListener('success', () => {
              const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
              reading.addEventListener('success', () => resolve(JSON.stringify(reading.result)))
            })
          }),
      ),
    /** Opens a node in its place, and gives its form. */
    async openForm(id: string): Promise<Locator> {
      await node(id).locator('.cw-node-head').hover()
      await node(id)
        .getByRole('button', { name: /^Open .+ here$/ })
        .click()
      const form = node(id).getByRole('region', { name: /^Settings of / })
      await form.waitFor()
      return form
    },
    /** Types into the palette's search and takes the best match. */
    async add(words: string) {
      const search = page.getByRole('combobox', { name: 'Search nodes' })
      // Over a flow that is drawn already, the palette is closed.
      const button = page.getByRole('button', { name: 'Add nodes' })
      const isClosed = (await button.count()) > 0 && (await button.getAttribute('aria-pressed')) === 'false'
      if (isClosed) await button.click()
      await search.fill(words)
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
    },
    async connect(from: Locator, to: Locator) {
      await page.mouse.move(...(await middleOf(from)))
      await page.mouse.down()
      const [x, y] = await middleOf(to)
      // Two steps: the first starts the gesture, the second ends it where it should.
      await page.mouse.move(x - 20, y - 20, { steps: 4 })
      await page.mouse.move(x, y, { steps: 4 })
      await page.mouse.up()
    },
    /** Arranges the nodes, and waits until the view has followed: the layout arrives with its first use. */
    async tidy() {
      await page.getByRole('button', { name: 'Tidy up' }).click()
      await page.getByText('Flow tidied up').waitFor({ state: 'attached' })
      await settle(page)
    },
    async dropOnEmpty(from: Locator, at: { x: number; y: number }) {
      await page.mouse.move(...(await middleOf(from)))
      await page.mouse.down()
      await page.mouse.move(at.x, at.y, { steps: 6 })
      await page.mouse.up()
    },
    async saveAs(name: string) {
      await dialogsGone(page)
      await page.keyboard.press('Control+s')
      await page.getByRole('dialog', { name: 'Save new flow' }).getByLabel('Name').fill(name)
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/canvas\/.+/)
      await page.locator('.cw-save-word.is-saved').waitFor()
      await dialogsGone(page)
    },
    chooseFromMenu: async (item: string) => {
      await page.getByRole('button', { name: 'More actions for this flow' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    },
    /** Leaves whatever field has the focus, so that keys belong to the canvas. */
    focusCanvas: () => page.locator('.react-flow__pane').click({ position: { x: 40, y: 40 } }),
  }
}

function inputName(name: string | RegExp): RegExp {
  return typeof name === 'string' ? new RegExp(`^${name}, an input `) : name
}

function outputName(name: string | RegExp): RegExp {
  return typeof name === 'string' ? new RegExp(`^${name}, an output `) : name
}

async function middleOf(place: Locator): Promise<[number, number]> {
  const box = await place.boundingBox()
  if (!box) throw new Error(`${place.toString()} is not on the screen.`)
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** What is left of a dialog while it fades takes the keys of the canvas, and every click. */
export async function dialogsGone(page: Page): Promise<void> {
  const dialogs = page.locator('.MuiDialog-root, .MuiPopover-root, .MuiDrawer-modal')
  await expect.poll(() => dialogs.count()).toBe(0)
}

/**
 * Camera moves take 300 ms; a place read during one is already wrong. One that was asked for begins with a frame, and how
 * near the flow is shows a moment after the zoom has ended: what has stood still for a few frames stays where it is.
 */
export async function settle(page: Page): Promise<void> {
  await page.locator('.react-flow__viewport').evaluate(async (element) => {
    let before = ''
    for (let stillFrames = 0; stillFrames < 5;) {
      await new Promise((drawn) => requestAnimationFrame(drawn))
      const now = element.style.transform
      stillFrames = now === before && element.closest('[data-zooming]') === null ? stillFrames + 1 : 0
      before = now
    }
  })
}

/** Comes so near that cards show their fields. */
export async function zoomToFull(page: Page): Promise<void> {
  await page.keyboard.press('Control+0')
  await page.getByRole('button', { name: '100 %' }).waitFor()
  await settle(page)
}
