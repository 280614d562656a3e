import type { FlowEdge, FlowNode } from '@chatwright/core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { faultsInBothThemes } from './drivers/accessibility.ts'
import { canvasOf, settle, zoomToFull } from './drivers/canvas.ts'
import { openTab } from './drivers/lent-pages.ts'
import { goInside, walkOf } from './drivers/walk.ts'
import { DESKTOP, openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product, Visit, VisitOptions } from './harness.ts'

interface Stored {
  id: string
  name: string
  version: number
  flowData: string
}

interface Graph {
  nodes: Pick<FlowNode, 'id' | 'data' | 'position' | 'selected'>[]
  edges: FlowEdge[]
}

/** What the file format wants of every node. */
const NODE_FIELDS =
  'id label version name type baseClasses category description inputParams inputAnchors inputs outputAnchors outputs'.split(
    ' ',
  )

let product: Product
let browser: Browser
const visits: Visit[] = []
/** From one flow to the next. */
const desk = walkOf((options) => visit(browser, product, options))
const phone = walkOf((options) => visit(browser, product, { ...options, ...ON_A_PHONE }))
const ON_A_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true }

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})

afterAll(async () => {
  await desk.end()
  await phone.end()
  await browser.close()
  await product.stop()
})

afterEach(async ({ task }) => {
  for (const opened of visits.splice(0)) await opened.close()
  if (task.result?.state !== 'fail') return
  await desk.end()
  await phone.end()
})

async function open(path: string, options?: VisitOptions) {
  const opened = await visit(browser, product, options)
  visits.push(opened)
  await opened.page.goto(path)
  const canvas = canvasOf(opened.page)
  await opened.page.locator('.cw-canvas').waitFor()
  return { ...opened, canvas }
}

/** A new flow, with nothing in it. */
async function begin() {
  const opened = await desk.to('/canvas')
  await opened.page.locator('.cw-canvas').waitFor()
  return { ...opened, canvas: canvasOf(opened.page) }
}

async function stored(url: string): Promise<Stored & { graph: Graph }> {
  const flow = await product.api<Stored>('GET', `/chatflows/${url.split('/').at(-1)}`)
  return { ...flow, graph: JSON.parse(flow.flowData) as Graph }
}

/** The graph of the flow that was drawn first, for the tests that begin with one. */
let conversation: string | undefined

/** Model, memory and chain, connected and saved: the address of another such flow. */
async function storeConversation(name: string): Promise<string> {
  if (conversation === undefined) await drawConversation('Drawn once')
  const { id } = await product.api<Stored>('POST', '/chatflows', { name, flowData: conversation })
  return `/canvas/${id}`
}

/** Such a flow on the screen. */
async function openConversation(name: string, walk = desk) {
  return whenDrawn(await walk.to(await storeConversation(name)))
}

async function whenDrawn<Opened extends Pick<Visit, 'page'>>(opened: Opened) {
  const canvas = canvasOf(opened.page)
  await canvas.node('chatOpenAI_0').waitFor()
  await settle(opened.page)
  return { ...opened, canvas }
}

/** Model, memory and chain, connected and saved by mouse. */
async function drawConversation(name: string) {
  const opened = await begin()
  const { canvas } = opened
  // Two that could take them: nothing connects by itself.
  await canvas.add('Conversation Chain')
  await canvas.add('Conversation Chain')
  await canvas.add('ChatOpenAI')
  await canvas.add('Buffer Memory')
  await canvas.node('bufferMemory_0').waitFor()
  await settle(opened.page)
  await canvas.node('conversationChain_1').locator('.cw-node-head').click()
  await opened.page.keyboard.press('Delete')
  await canvas.tidy()
  expect(await canvas.edges.count()).toBe(0)
  await canvas.connect(
    canvas.port('chatOpenAI_0', 'output', 'Chat model'),
    canvas.port('conversationChain_0', 'input', 'Chat model'),
  )
  await canvas.connect(
    canvas.port('bufferMemory_0', 'output', 'Memory'),
    canvas.port('conversationChain_0', 'input', 'Memory'),
  )
  await canvas.saveAs(name)
  conversation ??= (await stored(opened.page.url())).flowData
  return opened
}

describe('drawing', () => {
  test('[CANVAS-1] [CANVAS-2] [ROUTE-3] [FLOW-1] [FLOW-3] [FLOW-4] [FLOW-5] [FLOW-6] a flow is built by mouse, and stored by the letter', async () => {
    const { page, canvas, faults } = await drawConversation('By mouse')
    expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
    const { name, graph } = await stored(page.url())
    expect(name).toBe('By mouse')
    expect(graph.edges.map(({ source, target }) => `${source} > ${target}`).sort()).toEqual([
      'bufferMemory_0 > conversationChain_0',
      'chatOpenAI_0 > conversationChain_0',
    ])
    expect(graph.nodes.find(({ id }) => id === 'conversationChain_0')?.data.inputs).toMatchObject({
      model: '{{chatOpenAI_0.data.instance}}',
      memory: '{{bufferMemory_0.data.instance}}',
    })
    for (const { id, position, data } of graph.nodes) {
      expect([id, position.x, position.y]).toEqual([`${data.name}_0`, expect.any(Number), expect.any(Number)])
      expect(Object.keys(data)).toEqual(expect.arrayContaining(NODE_FIELDS))
      const [output] = data.outputAnchors
      expect(output).toMatchObject({
        id: `${id}-output-${data.name}-${data.baseClasses.join('|')}`,
        type: data.baseClasses.join(' | '),
      })
      for (const input of data.inputAnchors) expect(input.id).toBe(`${id}-input-${input.name}-${input.type}`)
    }
    for (const { id, source, sourceHandle, target, targetHandle } of graph.edges) {
      expect(id).toMatch(/\w/)
      expect(sourceHandle).toBe(graph.nodes.find((node) => node.id === source)?.data.outputAnchors[0]?.id)
      const handles = graph.nodes.find((node) => node.id === target)?.data.inputAnchors.map((input) => input.id)
      expect(handles).toContain(targetHandle)
    }
    // The whole card follows the pointer, and the drag is one step of undo.
    const before = await canvas.node('bufferMemory_0').boundingBox()
    await page.mouse.move((before?.x ?? 0) + 150, (before?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move((before?.x ?? 0) + 150, (before?.y ?? 0) - 90, { steps: 10 })
    await page.mouse.up()
    await expect.poll(async () => (await canvas.node('bufferMemory_0').boundingBox())?.y).toBeLessThan(before?.y ?? 0)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await canvas.node('bufferMemory_0').boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
    await expect.poll(() => canvas.saveState.textContent()).toBe('Saved')
    expect(faults).toEqual([])
  })

  test('a flow is built with the keyboard alone, and undone to the beginning', async () => {
    const { page, canvas, faults } = await begin()
    // The palette of a new flow comes a moment later and takes the caret: a key before or after would be another's.
    const isSearching = () => canvas.search.evaluate((field) => field === document.activeElement)
    await expect.poll(isSearching).toBe(true)
    await page.keyboard.press('Escape')
    await canvas.search.waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await expect.poll(isSearching).toBe(true)
    await page.keyboard.type('ChatOpenAI')
    await page.keyboard.press('Enter')
    await page.keyboard.type('conversation chain')
    await page.keyboard.press('Enter')
    await canvas.node('conversationChain_0').waitFor()
    await page.keyboard.press('Escape')

    await canvas.port('conversationChain_0', 'input', 'Chat model').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Connect to' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => canvas.edges.count()).toBe(1)

    await canvas.port('conversationChain_0', 'input', 'Memory').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: /A new node/ }).waitFor()
    await page.keyboard.type('new node')
    await page.keyboard.press('Enter')
    await expect.poll(isSearching).toBe(true)
    await page.keyboard.type('buffer memory')
    await page
      .getByRole('option', { name: /Buffer Memory/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => canvas.edges.count()).toBe(2)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')

    await canvas.node('chatOpenAI_0').getByLabel('Temperature').focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('0.25')
    await canvas.saveAs('By keyboard')
    const { graph } = await stored(page.url())
    expect(graph.edges).toHaveLength(2)
    expect(graph.nodes.find(({ id }) => id === 'chatOpenAI_0')?.data.inputs['temperature']).toBe(0.25)

    await canvas.node('chatOpenAI_0').focus()
    const steps: number[] = []
    for (let undos = 0; undos < 12 && (await canvas.nodes.count()) > 0; undos++) {
      await page.keyboard.press('Control+z')
      steps.push(await canvas.nodes.count())
    }
    expect(await canvas.nodes.count()).toBe(0)
    expect(steps.length).toBeLessThanOrEqual(6)
    for (const _ of steps) await page.keyboard.press('Control+Shift+z')
    await expect.poll(() => canvas.edges.count()).toBe(2)
    await expect.poll(() => canvas.saveState.textContent()).toBe('Saved')
    expect(faults).toEqual([])
  })

  test('[FLOW-7] a refused connection says why, and one dropped on empty space offers what fits', async () => {
    const { page, canvas } = await begin()
    await canvas.add('ChatOpenAI')
    await canvas.add('Buffer Memory')
    await canvas.add('Conversation Chain')
    await canvas.tidy()
    await canvas.connect(
      canvas.port('bufferMemory_0', 'output', 'Memory'),
      canvas.port('conversationChain_0', 'input', 'Chat model'),
    )
    expect(await page.locator('.cw-pointer-note').textContent()).toContain('takes a chat model')
    expect(await canvas.edges.count()).toBe(2)

    await canvas.dropOnEmpty(canvas.port('bufferMemory_0', 'output', 'Memory'), { x: 1380, y: 820 })
    await page.getByText('What can follow Memory of Buffer Memory').waitFor()
    const offered = await page.getByRole('option').allTextContents()
    expect(offered.some((text) => text.startsWith('Conversation Chain'))).toBe(true)
    expect(offered.some((text) => text.startsWith('ChatOpenAI'))).toBe(false)
    await canvas.add('conversation chain')
    await expect.poll(() => canvas.edges.count()).toBe(3)
  })

  test('[CANVAS-1] nodes are duplicated, copied into another tab as text, and deleted with their edges', async () => {
    const { page, canvas } = await openConversation('To copy')
    await canvas.focusCanvas()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+c')
    const other = await openTab(page)
    await other.goto('/canvas')
    await other.locator('.cw-canvas').waitFor()
    const second = canvasOf(other)
    await second.focusCanvas()
    await other.keyboard.press('Control+v')
    await expect.poll(() => second.nodes.count()).toBe(3)
    // An edge is drawn once its nodes are measured.
    await expect.poll(() => second.edges.count()).toBe(2)

    await second.node('chatOpenAI_0').locator('.cw-node-head').click()
    await other.keyboard.press('Control+d')
    await second.node('chatOpenAI_1').waitFor({ state: 'attached' })
    await other.keyboard.press('Delete')
    await expect.poll(() => second.nodes.count()).toBe(3)
    await second.node('chatOpenAI_0').locator('.cw-node-head').click()
    await other.keyboard.press('Delete')
    await expect.poll(() => second.edges.count()).toBe(1)
    expect(await second.saveState.textContent()).toBe('Unsaved changes')
    await other.close()
  })
})

describe('what is stored', () => {
  test('[FLOW-8] [FLOW-9] [FLOW-10] a copy has ids of its own, 400 px to the right; what is deleted leaves no reference', async () => {
    const { page, canvas } = await openConversation('By the letter')
    const save = async () => {
      await page.keyboard.press('Control+s')
      await expect.poll(() => canvas.saveState.textContent()).toBe('Saved')
      return (await stored(page.url())).graph
    }
    const inputsOf = ({ nodes }: Graph) => nodes.find(({ id }) => id === 'conversationChain_0')?.data.inputs
    await canvas.node('chatOpenAI_0').locator('.cw-node-head').click()
    await page.keyboard.press('Control+d')
    await canvas.node('chatOpenAI_1').waitFor({ state: 'attached' })
    const copied = await save()
    const [original, copy] = ['chatOpenAI_0', 'chatOpenAI_1'].map((id) => copied.nodes.find((node) => node.id === id))
    expect(copy?.position).toEqual({ x: (original?.position.x ?? 0) + 400, y: original?.position.y })
    expect(copy?.data.outputAnchors[0]?.id).toMatch(/^chatOpenAI_1-output-/)
    expect(copied.nodes.filter(({ selected }) => selected === true)).toEqual([])

    await page.keyboard.press('Delete')
    await expect.poll(() => canvas.nodes.count()).toBe(3)
    await canvas.node('chatOpenAI_0').locator('.cw-node-head').click()
    await page.keyboard.press('Delete')
    await expect.poll(() => canvas.edges.count()).toBe(1)
    const without = await save()
    expect(without.edges.map(({ source }) => source)).toEqual(['bufferMemory_0'])
    expect(inputsOf(without)).toMatchObject({ model: '', memory: '{{bufferMemory_0.data.instance}}' })

    await canvas.edges.first().click({ force: true })
    await page.keyboard.press('Delete')
    await expect.poll(() => canvas.edges.count()).toBe(0)
    expect(inputsOf(await save())).toMatchObject({ model: '', memory: '' })
  })
})

describe('never losing work', () => {
  test('edits survive a crash of the tab and are offered again', async () => {
    const { page, canvas } = await open('/canvas')
    await canvas.add('ChatOpenAI')
    await canvas.node('chatOpenAI_0').getByLabel('Temperature').fill('0.33')
    await expect.poll(() => canvas.keptDrafts()).toContain('0.33')
    // Without a word to the page, as a crash would.
    await page.close({ runBeforeUnload: false })

    const again = await openTab(page)
    await again.goto('/canvas')
    await again.getByRole('button', { name: 'Restore them' }).click()
    const restored = canvasOf(again)
    expect(await restored.node('chatOpenAI_0').getByLabel('Temperature').inputValue()).toBe('0.33')
    await expect.poll(() => restored.saveState.textContent()).toBe('Unsaved changes')
    await restored.saveAs('Recovered')
    await again.reload()
    await restored.node('chatOpenAI_0').waitFor()
    expect(await again.getByRole('button', { name: 'Restore them' }).count()).toBe(0)
  })

  test('a newer version on the server is shown, and mine is kept as a copy', async () => {
    const { page, canvas } = await openConversation('Shared')
    const mine = await stored(page.url())
    const theirs = { ...mine.graph, nodes: mine.graph.nodes.filter(({ id }) => id !== 'bufferMemory_0') }
    theirs.edges = theirs.edges.filter(({ source }) => source !== 'bufferMemory_0')
    await product.api('PUT', `/chatflows/${mine.id}`, { flowData: JSON.stringify(theirs), version: mine.version })

    await canvas.node('chatOpenAI_0').getByLabel('Temperature').fill('0.11')
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Someone else saved this flow' })
    await dialog.getByText('Only in yours: Buffer Memory').waitFor()
    await dialog.getByRole('button', { name: 'Keep mine as a copy' }).click()
    await page.waitForURL((address) => !address.pathname.endsWith(mine.id))
    await canvas.node('chatOpenAI_0').waitFor()
    const copy = await stored(page.url())
    expect(copy.name).toBe('Copy of Shared')
    expect(copy.graph.nodes).toHaveLength(3)
    expect((await product.api<Stored>('GET', `/chatflows/${mine.id}`)).flowData).not.toContain('bufferMemory_0"')
  })

  test('a server that is away for a while loses nothing', async () => {
    const { page, canvas } = await openConversation('Offline')
    await page.route('**/api/v1/chatflows/*', (route) => route.abort())
    await canvas.node('chatOpenAI_0').getByLabel('Temperature').fill('0.77')
    await page.keyboard.press('Control+s')
    await page.locator('.cw-save-word.is-offline').waitFor()
    await page.unroute('**/api/v1/chatflows/*')
    await page.locator('.cw-save-word.is-saved').waitFor()
    const { graph } = await stored(page.url())
    expect(graph.nodes.find(({ id }) => id === 'chatOpenAI_0')?.data.inputs['temperature']).toBe(0.77)
  })

  test('[FLOW-11] leaving a dirty canvas asks first', async () => {
    const { page, canvas } = await openConversation('Leaving')
    await canvas.node('bufferMemory_0').locator('.cw-node-head').click()
    await page.keyboard.press('Delete')
    await canvas.node('bufferMemory_0').waitFor({ state: 'detached' })
    const [asked] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })])
    expect(asked.type()).toBe('beforeunload')
    await asked.dismiss()
    await page.getByRole('button', { name: 'Back to your flows' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave with unsaved changes?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(page.url()).toContain('/canvas/')
    await page.getByRole('button', { name: 'Back to your flows' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL(/\/chatflows$/)
  })

  test('an older version is looked at and brought back', async () => {
    const { page, canvas } = await openConversation('Versions')
    await canvas.node('bufferMemory_0').locator('.cw-node-head').click()
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+s')
    await page.locator('.cw-save-word.is-saved').waitFor()
    await canvas.chooseFromMenu('Versions and publishing')
    const dialog = page.getByRole('dialog', { name: 'Versions and publishing' })
    await dialog.getByRole('button', { name: /^Version 1/ }).click()
    await dialog.locator('.react-flow__node[data-id="bufferMemory_0"]').waitFor()
    await dialog.getByRole('button', { name: 'Restore this version' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await canvas.node('bufferMemory_0').waitFor()
    expect((await stored(page.url())).graph.nodes).toHaveLength(3)
  })
})

describe('files', () => {
  test('[MENU-8] [CANVAS-2] the menu loads a .json file as text onto the canvas, and says what it put right', async () => {
    const source = await openConversation('To export')
    const [download] = await Promise.all([source.page.waitForEvent('download'), source.canvas.chooseFromMenu('Export')])
    expect(download.suggestedFilename()).toBe('To export Chatflow.json')
    const file = JSON.parse(await streamText(await download.createReadStream())) as Graph
    const [edge] = file.edges
    if (!edge) throw new Error('The exported flow has no edge.')
    edge.targetHandle = edge.targetHandle.replace(/-[^-]*$/, '-SomethingOld')

    const { page, canvas } = await begin()
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), canvas.chooseFromMenu('Load from a file')])
    expect(await chooser.element().getAttribute('accept')).toBe('.json')
    await chooser.setFiles({
      name: 'Handed over Chatflow.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(file)),
    })
    await page
      .getByRole('dialog', { name: 'The file was loaded' })
      .getByText('used an old port. It was updated.')
      .waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => canvas.nodes.count()).toBe(3)
    await expect.poll(() => canvas.edges.count()).toBe(2)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Handed over')
  })

  test('[CANVAS-2] [NOTE-2] a flow is renamed and deleted, with a question before', async () => {
    const { page, canvas } = await openConversation('Old name')
    const { id } = await stored(page.url())
    await canvas.chooseFromMenu('Rename')
    await page.getByRole('dialog', { name: 'Rename flow' }).getByLabel('Name').fill('New name')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await product.api<Stored>('GET', `/chatflows/${id}`)).name).toBe('New name')
    // The canvas hears of it after the server.
    await page.getByRole('heading', { level: 1, name: 'New name' }).waitFor()
    await canvas.chooseFromMenu('Delete')
    const question = page.getByRole('alertdialog', { name: 'Delete “New name”?' })
    // Closing it is a button without words.
    await expect.poll(() => question.getByRole('button').allTextContents()).toEqual(['', 'Cancel', 'Delete'])
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(/\/chatflows$/)
    await expect(product.api('GET', `/chatflows/${id}`)).rejects.toThrow('404')
  })
})

describe('for everyone', () => {
  test('axe finds nothing wrong with the canvas in the light and the dark theme', async () => {
    const { page, canvas } = await openConversation('Accessible')
    await canvas.node('chatOpenAI_0').locator('.cw-node-head').click()
    expect(await faultsInBothThemes(page)).toEqual([])
  })

  test('on a phone a tap selects, the second opens the form, and nothing scrolls sideways', async () => {
    const { page, canvas } = await openConversation('On a phone', phone)
    await canvas.node('chatOpenAI_0').tap()
    expect(await canvas.dialog.count()).toBe(0)
    await canvas.node('chatOpenAI_0').tap()
    const sheet = page.getByRole('dialog', { name: 'Settings of ChatOpenAI' })
    await sheet.getByLabel('Temperature').fill('0.42')
    await sheet.getByRole('button', { name: 'Done' }).tap()
    await page.getByRole('button', { name: 'Save' }).tap()
    await expect
      .poll(
        async () =>
          (await stored(page.url())).graph.nodes.find(({ id }) => id === 'chatOpenAI_0')?.data.inputs['temperature'],
      )
      .toBe(0.42)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBe(0)
  })
})

describe('what a node is set to', () => {
  test('[FLOW-2] [CANVAS-1] is edited on the card, in the opened node, and in Details', async () => {
    const { page, canvas } = await openConversation('Set three ways')
    const node = canvas.node('chatOpenAI_0')
    const temperature = async () => {
      await page.keyboard.press('Control+s')
      await page.locator('.cw-save-word.is-saved').waitFor()
      const id = new URL(page.url()).pathname.split('/').at(-1)
      const { flowData } = await product.api<{ flowData: string }>('GET', `/chatflows/${id}`)
      const { nodes } = JSON.parse(flowData) as { nodes: { id: string; data: { inputs: Record<string, unknown> } }[] }
      return nodes.find(({ id }) => id === 'chatOpenAI_0')?.data.inputs['temperature']
    }
    await zoomToFull(page)
    await node.getByLabel('Temperature').fill('0.31')
    await expect.poll(temperature).toBe(0.31)
    expect(await node.getByLabel('Max tokens').count()).toBe(0)

    const form = await canvas.openForm('chatOpenAI_0')
    await form.getByLabel('Temperature').fill('0.32')
    await expect.poll(temperature).toBe(0.32)
    expect(await form.getByLabel('Max tokens').count()).toBe(1)
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    expect(await node.getByLabel('Temperature').inputValue()).toBe('0.32')

    await canvas.focusCanvas()
    await page.keyboard.press('d')
    const forms = page.getByRole('region', { name: /^Settings of / })
    await expect.poll(() => forms.count()).toBe(3)
    await node.getByRole('region').getByLabel('Temperature').fill('0.33')
    await expect.poll(temperature).toBe(0.33)
    await page.reload()
    await expect.poll(() => forms.count()).toBe(3)
    await canvas.focusCanvas()
    await page.keyboard.press('d')
    await expect.poll(() => forms.count()).toBe(0)
  })
})

describe('near and far', () => {
  test('from afar nodes are names and edges stay; back near, their fields are where they were', async () => {
    const { page, canvas } = await openConversation('Far and near')
    const field = canvas.node('chatOpenAI_0').getByLabel('Temperature')
    await zoomToFull(page)
    await field.waitFor()
    for (const distance of ['far', 'distant', 'speck']) {
      for (let step = 0; step < 12 && (await distanceOf(page)) !== distance; step += 1) {
        await page.keyboard.press('Control+-')
        await settle(page)
      }
      expect(await distanceOf(page)).toBe(distance)
      expect(await field.isVisible()).toBe(false)
      expect(await canvas.edges.count()).toBe(2)
    }
    await zoomToFull(page)
    await field.waitFor()
    expect(await field.inputValue()).toBe('0.9')
  })

  test('a flow opened from afar shows its fields once it comes near', async () => {
    const address = await storeConversation('Opened far')
    const { page } = await desk.to('/tools')
    await page.setViewportSize({ width: 700, height: 400 })
    await goInside(page, address)
    const { canvas } = await whenDrawn({ page })
    expect(await distanceOf(page)).not.toBe('near')
    await zoomToFull(page)
    await page.locator('.cw-node-body').first().waitFor()
    await expect.poll(() => canvas.edges.count()).toBeGreaterThan(0)
    await page.setViewportSize(DESKTOP)
  })
})

async function distanceOf(page: Visit['page']): Promise<string | null> {
  return page.locator('.cw-canvas').getAttribute('data-distance')
}

describe('notes', () => {
  test('a note is resized by mouse and by keyboard, each in one step of undo, and keeps its size when saved', async () => {
    const { page, canvas } = await begin()
    await page.getByRole('button', { name: 'Add a note' }).click()
    await zoomToFull(page)
    const note = page.locator('.cw-note')
    const corner = page.getByRole('button', { name: 'Resize the note' })
    await corner.hover()
    const box = await corner.boundingBox()
    if (!box) throw new Error('The corner of the note is not on the screen.')
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + 40, { steps: 6 })
    await page.mouse.up()
    const size = () => note.evaluate((element) => [element.clientWidth, element.clientHeight])
    await expect.poll(size).toEqual([300, 200])
    await corner.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect.poll(size).toEqual([316, 216])
    await page.keyboard.press('Control+z')
    await expect.poll(size).toEqual([300, 200])
    await canvas.saveAs('With a note')
    await page.reload()
    await note.waitFor()
    await expect.poll(size).toEqual([300, 200])
  })
})

describe('the keyboard', () => {
  test('Tab goes from the pane to the nodes, and opens nothing', async () => {
    const { page, canvas } = await openConversation('By Tab')
    await canvas.focusCanvas()
    await page.keyboard.press('Tab')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('class'))
    expect(await focused()).toMatch(/react-flow__(node|edge)/)
    expect(await canvas.search.count()).toBe(0)
  })
})

describe('languages', () => {
  test('problems are told in the second language too', async () => {
    const address = await storeConversation('Auf Deutsch')
    const { page } = await open(address, { stored: { language: 'de' } })
    const note = page.locator('.cw-node-note.is-problem').first()
    await expect.poll(() => note.textContent()).toBe('Hat keine Zugangsdaten.')
  })
})

describe('on a phone', () => {
  test('the flow is shared from the header, and every tool is within the screen', async () => {
    const { page, canvas } = await openConversation('Shared from a phone', phone)
    const tools = page.getByRole('toolbar').getByRole('button')
    await tools.first().waitFor()
    for (const tool of await tools.all()) {
      const box = await tool.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.width)
    }
    await canvas.header.getByRole('button', { name: 'API and share' }).click()
    await canvas.dialog.waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBe(0)
  })
})

async function streamText(stream: AsyncIterable<Buffer | string>): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += chunk.toString()
  return text
}
