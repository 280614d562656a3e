import type { Page } from 'playwright-core'

/** Half of the least that a target may measure on the glass, in pixels. */
const LEAST_RADIUS = 12

const KINDS =
  'button, a[href], input, select, textarea, [role="button"], [role="combobox"], [role="switch"], .react-flow__node'

/**
 * Everything in the page, or of what is named, that takes the pointer, and of which a circle of 24 pixels around its middle
 * belongs to another: what counts is what is really hit. What the edge of the drawing or a panel cuts off does not count, nor
 * do parts of its own.
 */
export function smallTargets(page: Page, which = KINDS): Promise<string[]> {
  return page.evaluate(measureTargets, { least: LEAST_RADIUS, kinds: KINDS, which })
}

function measureTargets({ least, kinds, which }: { least: number; kinds: string; which: string }): string[] {
  // The browser tells what is hit to the pixel.
  const radius = least - 1
  const angles = Array.from({ length: 8 }, (_, eighth) => (eighth * Math.PI) / 4)
  const hitBy = (x: number, y: number) => document.elementFromPoint(x, y)?.closest(kinds) ?? null
  const found: string[] = []
  for (const target of document.querySelectorAll(which)) {
    const { left, top, right, bottom } = target.getBoundingClientRect()
    // A zoom that is a hair off one puts an edge a hair before its pixel, and the browser hits whole pixels.
    const [x, y] = [(Math.floor(left) + Math.floor(right)) / 2, (Math.floor(top) + Math.floor(bottom)) / 2]
    const room = target.closest('.react-flow')?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight)
    const isCut =
      left < room.left + least || top < room.top + least || right > room.right - least || bottom > room.bottom - least
    // Its middle belongs to another: a panel lies over it, or it is no target now.
    if (isCut || hitBy(x, y) !== target) continue
    const around = angles.map((angle) => [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const)
    const miss = around.find(([x, y]) => !target.contains(hitBy(x, y)))
    if (!miss) continue
    const [name, other] = [target, document.elementFromPoint(...miss)].map((element) => {
      return element?.getAttribute('aria-label') ?? element?.className ?? 'nothing'
    })
    found.push(`${name}, ${Math.round(right - left)} × ${Math.round(bottom - top)}: ${other} lies over it`)
  }
  return found
}

/** Turns the wheel over the middle of the drawing until it is at a zoom. */
export async function zoomTo(page: Page, zoom: number): Promise<void> {
  const read = () =>
    page
      .locator('.react-flow__viewport')
      .evaluate((element) => new DOMMatrixReadOnly(getComputedStyle(element).transform).a)
  const box = await page.locator('.react-flow').boundingBox()
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  for (let turns = 0; turns < 30 && Math.abs((await read()) - zoom) > 0.002; turns += 1) {
    await page.mouse.wheel(0, -Math.log2(zoom / (await read())) / 0.002)
    await page.locator('.cw-canvas:not([data-zooming])').waitFor()
  }
  // A turn of the wheel may have been heard after the last look.
  await page.locator('.cw-canvas:not([data-zooming])').waitFor()
}

/** Chooses the connection nearest to the middle of the drawing that can be hit there: its tools stay open from then on. */
export async function chooseMiddleEdge(page: Page): Promise<void> {
  const [x, y] = await page.evaluate(() => {
    const room = document.querySelector('.react-flow')?.getBoundingClientRect() ?? new DOMRect()
    const middles = [...document.querySelectorAll<SVGPathElement>('.react-flow__edge-interaction')].flatMap((path) => {
      const at = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM() ?? undefined)
      return document.elementFromPoint(at.x, at.y) === path ? [[at.x, at.y] as const] : []
    })
    const far = ([x, y]: readonly [number, number]) =>
      Math.hypot(x - (room.left + room.right) / 2, y - (room.top + room.bottom) / 2)
    return middles.toSorted((a, b) => far(a) - far(b))[0] ?? ([0, 0] as const)
  })
  await page.mouse.click(x, y)
  await page.locator('.cw-edge-button').first().waitFor()
}
