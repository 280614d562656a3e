import type { Page } from 'playwright-core'

import type { Product } from '../harness.ts'
import { canvasOf } from './canvas.ts'
import { chatOf } from './chat.ts'
import { createFlow, createManyFlows } from './flows.ts'
import { EMPTY_PATH } from './routes-in-force.ts'
import { shellOf } from './shell.ts'
import { goInside } from './walk.ts'

/** How a person comes to what arrives lazily. Each way ends when its last part is there to be used. */
export interface Way {
  to: string
  /** Something of the page that must stay while a part of it fails. */
  stays?: string
  stored?: Record<string, string>
  go: (page: Page, product: Product, flowId: string) => Promise<void>
}

/** A dialog that is there; what tells of one that is not is the browser's own. */
const arrived = (page: Page) => page.locator('[role=dialog]')

const SHELL = 'header'
const CANVAS = '.react-flow'

/** Loads the application, or goes on in it where another way has ended. */
async function goTo(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname === EMPTY_PATH) return void (await page.goto(path))
  // Where nothing is, nothing of the way before stays open.
  await goInside(page, '/nowhere')
  await page.getByText('/nowhere', { exact: true }).waitFor()
  await goInside(page, path)
}

async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Type a screen, a flow or an action' }).fill(words)
  await page.getByRole('option', { name: words }).first().click()
}

/** From screen to screen by the side menu: what one of them needs arrives when it is gone to. */
export async function walkThrough(page: Page, [first, ...rest]: readonly string[]): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  await goTo(page, `/${first}`)
  await heading.waitFor()
  for (const path of rest) {
    // Its words may change where it stands, with a language that arrives; another screen has a heading of its own.
    await heading.evaluate((element) => element.setAttribute('data-left', ''))
    await page.locator(`nav a[href="/${path}"]`).first().click()
    await page.locator('h1:not([data-left])').waitFor()
  }
}

async function openFlow(page: Page, flowId: string) {
  await goTo(page, `/canvas/${flowId}`)
  await page.locator('.react-flow__node').first().waitFor()
  return canvasOf(page)
}

async function choose(page: Page, open: () => Promise<void>, file: { name: string; text: string }): Promise<void> {
  await shellOf(page).chooseFile(open, file)
}

const loadFromMenu = (page: Page) => shellOf(page).menu.getByRole('button', { name: 'Load a flow from a file' }).click()

const brokenEdge = JSON.stringify({
  nodes: [{ id: 'gone_0', position: { x: 0, y: 0 }, data: { id: 'gone_0', name: 'gone', label: 'Gone', inputs: {} } }],
  edges: [],
})

const broughtKey = {
  id: 'k',
  keyName: 'Brought',
  apiKey: 'cw_…',
  permissions: ['manage'],
  flows: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUsedDate: null,
  isClosed: true,
  usedBy: [],
}

/** Those of a server without a flow. */
export const firstWays: readonly Way[] = [
  {
    to: 'the first page',
    go: async (page) => {
      await goTo(page, '/')
      await page.getByRole('button', { name: 'Choose a file' }).waitFor()
    },
  },
  {
    to: 'the report on flows that are brought',
    stays: SHELL,
    go: async (page) => {
      await goTo(page, '/')
      const file = { name: 'Old.json', text: brokenEdge }
      await choose(page, () => page.getByRole('button', { name: 'Choose files' }).click(), file)
      await arrived(page).getByText('Old').first().waitFor()
    },
  },
  {
    to: 'help',
    stays: SHELL,
    go: async (page) => {
      await goTo(page, '/')
      await page.getByRole('button', { name: 'Read the quickstart' }).click()
      await page.getByRole('dialog', { name: 'Help' }).getByRole('heading', { name: 'Quickstart' }).waitFor()
    },
  },
]

export const ways: readonly Way[] = [
  {
    to: 'the screens of flows and keys',
    stays: SHELL,
    go: (page) => walkThrough(page, ['chatflows', 'marketplaces', 'tools', 'credentials', 'apikey']),
  },
  {
    to: 'the user menu and the version dialog',
    stays: SHELL,
    go: async (page) => {
      await goTo(page, '/tools')
      await shellOf(page).chooseFromUserMenu('About')
      await page.getByRole('dialog', { name: 'Chatwright Version' }).waitFor()
    },
  },
  {
    to: 'a chat with documents, from the list of flows',
    stays: SHELL,
    go: async (page) => {
      await goTo(page, '/chatflows')
      await page.getByRole('button', { name: 'More ways to start' }).click()
      const item = page.getByRole('menuitem', { name: /From a document/ })
      await choose(page, () => item.click(), { name: 'Empty.txt', text: ' ' })
      await page.getByRole('dialog', { name: 'Chat with a document now' }).getByText('has no readable text').waitFor()
    },
  },
  {
    to: 'the command palette',
    stays: SHELL,
    go: async (page) => {
      await goTo(page, '/tools')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await command(page, 'Marketplaces')
      await page.waitForURL('**/marketplaces')
    },
  },
  {
    to: 'the loading backdrop',
    stays: SHELL,
    go: async (page) => {
      await goTo(page, '/tools')
      let release: () => void = () => undefined
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/api/v1/database/load', async (route) => {
        await released
        await route.abort()
      })
      const text = JSON.stringify({ chatmessages: [], chatflows: [], apikeys: [] })
      await choose(page, () => shellOf(page).chooseFromUserMenu('Load Database'), { name: 'DB.json', text })
      await page.getByRole('progressbar', { name: 'Loading', exact: true }).waitFor()
      release()
    },
  },
  {
    to: 'the question to sign in',
    stays: SHELL,
    go: async (page) => {
      await page.route('**/api/v1/tools', (route) => route.fulfill({ status: 401, json: { message: 'Sign in' } }))
      await goTo(page, '/tools')
      await page.getByRole('main', { name: 'Sign in' }).waitFor()
    },
  },
  {
    to: 'the menu of a flow and the question before deleting it',
    stays: SHELL,
    go: async (page) => {
      await goTo(page, '/chatflows')
      await page.getByRole('button', { name: 'Actions for Walked' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    },
  },
  {
    to: 'a message',
    stays: SHELL,
    go: async (page) => {
      await goTo(page, '/chatflows')
      await page.getByRole('button', { name: 'Actions for Walked' }).click()
      await page.route('**/api/v1/chatflows/*', (route) => route.abort())
      await page.getByRole('menuitem', { name: 'Duplicate' }).click()
      await page.locator('.notistack-SnackbarContainer').getByText('The server does not answer').waitFor()
      await page.unroute('**/api/v1/chatflows/*')
    },
  },
  {
    to: 'the table of flows',
    stays: SHELL,
    go: async (page) => {
      await goTo(page, '/chatflows')
      await page.getByRole('button', { name: 'Table' }).click()
      await page.getByRole('row').nth(1).waitFor()
    },
  },
  {
    to: 'a list of choices',
    stays: SHELL,
    go: async (page) => {
      await goTo(page, '/marketplaces')
      await page.getByRole('button', { name: /^Needs/ }).click()
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    to: 'a template of a tool and the tool made from it',
    stays: SHELL,
    go: async (page) => {
      await goTo(page, '/marketplaces?type=Tool')
      await page.getByRole('article').first().getByRole('button').first().click()
      await arrived(page).locator('.cm-content').waitFor()
      await arrived(page).getByRole('button', { name: /Use/ }).click()
      await arrived(page).getByLabel('Name').first().waitFor()
    },
  },
  {
    to: 'the editor of a tool',
    stays: SHELL,
    go: async (page) => {
      await goTo(page, '/tools')
      await page.getByRole('button', { name: 'Create tool' }).first().click()
      await arrived(page).locator('.cm-content').first().waitFor()
    },
  },
  {
    to: 'the form of a credential',
    stays: SHELL,
    go: async (page) => {
      await goTo(page, '/credentials')
      await page.getByRole('button', { name: 'Add credential' }).first().click()
      await arrived(page).waitFor()
    },
  },
  {
    to: 'the form of a key',
    stays: SHELL,
    go: async (page) => {
      await goTo(page, '/apikey')
      await page.getByRole('button', { name: 'Create key' }).first().click()
      await arrived(page).waitFor()
    },
  },
  {
    to: 'the question about a key that a file brought',
    stays: SHELL,
    go: async (page) => {
      await page.route('**/api/v1/apikey', (route) => route.fulfill({ json: [broughtKey] }))
      await goTo(page, '/apikey')
      await page.getByRole('button', { name: 'Actions for Brought' }).click()
      await page.getByRole('menuitem', { name: 'Allow…' }).click()
      await arrived(page).waitFor()
    },
  },
  {
    to: 'keys that a loaded database brought',
    stays: SHELL,
    go: async (page) => {
      await page.route('**/api/v1/apikey', (route) => route.fulfill({ json: [broughtKey] }))
      await page.addInitScript(() => sessionStorage.setItem('database.loaded', 'yes'))
      await goTo(page, '/tools')
      await arrived(page).getByRole('heading', { name: 'Brought', exact: true }).waitFor()
    },
  },
  {
    to: 'a template',
    go: async (page) => {
      await goTo(page, '/marketplaces')
      await page.getByRole('article').first().getByRole('link').first().click()
      await page.waitForURL('**/marketplace/**')
      await page.locator('.react-flow__node').first().waitFor()
    },
  },
  {
    to: 'the canvas',
    go: async (page, _, flowId) => {
      await openFlow(page, flowId)
    },
  },
  {
    to: 'an answer and its trace',
    stays: CANVAS,
    go: async (page, _, flowId) => {
      await openFlow(page, flowId)
      await page.getByRole('button', { name: 'Chat', exact: true }).click()
      const chat = chatOf(page)
      await chat.ask('Hello?')
      await chat.last().getByText('Coffee is served all day').first().waitFor()
      await chat.last().getByRole('button', { name: 'Show the run' }).click()
      await page
        .getByRole('region', { name: 'Run', exact: true })
        .getByRole('button', { name: 'Back to the chat' })
        .waitFor()
    },
  },
  ...(
    [
      ['Versions and publishing', 'Versions and publishing'],
      ['Find a node', 'Find a node'],
      ['Keyboard shortcuts', 'Keyboard shortcuts'],
    ] as const
  ).map(([words, title]) => ({
    to: `the dialog “${title}”`,
    stays: CANVAS,
    go: async (page: Page, _: Product, flowId: string) => {
      await openFlow(page, flowId)
      await command(page, words)
      await page.getByRole('dialog', { name: title }).waitFor()
    },
  })),
  {
    to: 'a tidy canvas',
    stays: CANVAS,
    go: async (page, _, flowId) => {
      const canvas = await openFlow(page, flowId)
      await command(page, 'Tidy up')
      await canvas.saveState.getByText('Unsaved').waitFor()
    },
  },
  {
    to: 'everything of a node',
    stays: CANVAS,
    go: async (page, product, flowId) => {
      // Its values, and the ways to run it, come with the flow's first run.
      await product.api('POST', `/internal-prediction/${flowId}`, { question: 'Hello?' })
      const canvas = await openFlow(page, flowId)
      const choose = async (item: string) => {
        await canvas.node('chatOpenAI_0').hover()
        await canvas
          .node('chatOpenAI_0')
          .getByRole('button', { name: /^Actions for/ })
          .click()
        await page.getByRole('menuitem', { name: item }).click()
      }
      await choose('About this node')
      await arrived(page).waitFor()
      await arrived(page).getByRole('button', { name: 'Close' }).first().click()
      await arrived(page).waitFor({ state: 'hidden' })
      await choose('Edit all settings')
      await page.getByRole('button', { name: 'Run this' }).waitFor()
    },
  },
  {
    to: 'a node opened in its place',
    stays: CANVAS,
    go: async (page, _, flowId) => {
      const canvas = await openFlow(page, flowId)
      await canvas.openForm('chatOpenAI_0')
    },
  },
  {
    to: 'a flow that is converted to an agent flow',
    stays: CANVAS,
    go: async (page, product) => {
      const { id } = await createFlow(product, { name: 'To convert', nodes: ['toolAgent'] })
      const canvas = await openFlow(page, id)
      await canvas.chooseFromMenu('Convert to an agent flow')
      // Without a model it says why not, which is known by the part that converts.
      await page.getByText(/be converted to an agent flow/).waitFor()
    },
  },
  {
    to: 'the form of a node on a phone',
    stays: CANVAS,
    go: async (page, _, flowId) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await openFlow(page, flowId)
      await page.getByRole('button', { name: 'List', exact: true }).click()
      await page.locator('.cw-outline-row', { hasText: 'ChatOpenAI' }).click()
      await arrived(page).waitFor()
      await page.setViewportSize({ width: 1440, height: 900 })
    },
  },
  {
    to: 'connecting with the keyboard',
    stays: CANVAS,
    go: async (page, _, flowId) => {
      const canvas = await openFlow(page, flowId)
      await canvas.port('chatOpenAI_0', 'output', /, an output /).focus()
      await page.keyboard.press('Enter')
      await arrived(page).waitFor()
    },
  },
  {
    to: 'a credential made on the canvas',
    stays: CANVAS,
    go: async (page, _, flowId) => {
      const canvas = await openFlow(page, flowId)
      await canvas
        .node('chatOpenAI_0')
        .getByRole('button', { name: /credential/i })
        .first()
        .click()
      await page.getByRole('button', { name: /^New:/ }).first().click()
      await arrived(page).waitFor()
    },
  },
  {
    to: 'a text in a large field, and the values of its variables',
    stays: CANVAS,
    go: async (page) => {
      await goTo(page, '/canvas')
      const canvas = canvasOf(page)
      await canvas.add('prompt template')
      await page
        .getByRole('button', { name: /^Open .* in an editor$/ })
        .first()
        .click()
      await arrived(page).waitFor()
      await arrived(page).getByRole('textbox').first().fill('Say {word}')
      await arrived(page).getByRole('button', { name: 'Close' }).first().click()
      await page.getByRole('button', { name: 'Fill the variables' }).first().click()
      await arrived(page).waitFor()
    },
  },
  {
    to: 'credentials that a template needs',
    stays: CANVAS,
    go: async (page) => {
      await goTo(page, '/marketplaces')
      await page.getByRole('button', { name: 'Use Conversation with Claude', exact: true }).click()
      await page.getByRole('dialog', { name: 'This flow needs credentials' }).waitFor()
    },
  },
  {
    to: 'the report on a file',
    stays: CANVAS,
    go: async (page) => {
      await goTo(page, '/canvas')
      const file = { name: 'Old.json', text: brokenEdge }
      await choose(page, () => canvasOf(page).chooseFromMenu('Load from a file'), file)
      await arrived(page).waitFor()
    },
  },
  {
    to: 'a conflict',
    stays: CANVAS,
    go: async (page, product, flowId) => {
      const canvas = await openFlow(page, flowId)
      const stored = await product.api<{ version: number; flowData: string }>('GET', `/chatflows/${flowId}`)
      const theirs = JSON.parse(stored.flowData) as { nodes: { position: { x: number } }[] }
      for (const node of theirs.nodes) node.position.x += 10
      await product.api('PUT', `/chatflows/${flowId}`, { flowData: JSON.stringify(theirs), version: stored.version })
      await canvas.node('chatOpenAI_0').getByLabel('Temperature').fill('0.11')
      await page.keyboard.press('Control+s')
      await page.getByRole('dialog', { name: 'Someone else saved this flow' }).waitFor()
    },
  },
  {
    to: 'the form of a flow',
    go: async (page, _, flowId) => {
      await goTo(page, `/form/${flowId}`)
      await page.getByRole('button', { name: 'Send' }).waitFor()
    },
  },
  {
    to: 'sharing a flow and its conversations',
    stays: CANVAS,
    go: async (page, _, flowId) => {
      await openFlow(page, flowId)
      await page.getByRole('button', { name: 'API and share' }).click()
      await page.getByRole('dialog', { name: /^Share/ }).waitFor()
      await page.getByRole('tab', { name: 'Triggers' }).click()
      await page.getByRole('button', { name: 'Add a webhook' }).waitFor()
      await page.getByRole('link', { name: 'Runs' }).click()
      await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor()
    },
  },
  {
    to: 'loading documents',
    stays: CANVAS,
    go: async (page) => {
      await goTo(page, '/marketplaces')
      await page.getByRole('button', { name: 'Use Chat with a document, offline' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.waitForURL(/\/canvas\/.+/)
      await page.getByRole('button', { name: 'Load documents' }).click()
      await arrived(page).waitFor()
    },
  },
  {
    to: 'the background work',
    stays: SHELL,
    go: async (page) => {
      await goTo(page, '/tools')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await command(page, 'Background work')
      await page.getByRole('dialog', { name: 'Background work' }).waitFor()
    },
  },
  {
    to: 'the chat page',
    go: async (page, _, flowId) => {
      await goTo(page, `/chatbot/${flowId}`)
      await chatOf(page).field.waitFor()
    },
  },
  {
    to: 'a flow from a file, by the side menu',
    go: async (page) => {
      await goTo(page, '/tools')
      await choose(page, () => loadFromMenu(page), { name: 'Old.json', text: brokenEdge })
      await page.waitForURL('**/canvas')
      await arrived(page).waitFor()
    },
  },
  {
    to: 'the report on a whole export, by the side menu',
    stays: SHELL,
    go: async (page) => {
      await goTo(page, '/tools')
      const flows = ['Brought along', 'Brought too'].map((name) => ({ name, flowData: brokenEdge, type: 'CHATFLOW' }))
      const text = JSON.stringify({ ChatFlow: flows })
      await choose(page, () => loadFromMenu(page), { name: 'ExportData.json', text })
      await arrived(page).getByText('Brought along').first().waitFor()
    },
  },
  {
    to: 'a long list of flows',
    stays: SHELL,
    go: async (page, product) => {
      await createManyFlows(product, 80)
      await goTo(page, '/chatflows')
      await page.getByText('Flow number 000000').waitFor()
    },
  },
]

const german = { language: 'de' }

/** Texts are parts too: each language arrives beside the screen that shows it. */
export const germanWays: readonly Way[] = [
  {
    to: 'the screens of flows and keys in German',
    stored: german,
    go: (page) => walkThrough(page, ['chatflows', 'marketplaces', 'tools', 'credentials', 'apikey']),
  },
  {
    to: 'the canvas in German',
    stored: german,
    go: async (page) => {
      await goTo(page, '/canvas')
      await page.locator(CANVAS).waitFor()
    },
  },
  {
    to: 'sharing in German',
    stays: CANVAS,
    stored: german,
    go: async (page, _, flowId) => {
      await openFlow(page, flowId)
      await page.getByRole('button', { name: 'API und Teilen' }).click()
      await arrived(page).waitFor()
    },
  },
  {
    to: 'the background work in German',
    stays: SHELL,
    stored: german,
    go: async (page) => {
      await goTo(page, '/tools')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: 'Arbeit im Hintergrund' }).click()
      await arrived(page).getByRole('heading', { name: 'Arbeit im Hintergrund' }).waitFor()
    },
  },
  {
    to: 'help in German',
    stays: SHELL,
    stored: german,
    go: async (page) => {
      await goTo(page, '/tools')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: 'Hilfe' }).click()
      await arrived(page).getByRole('heading', { level: 1 }).waitFor()
    },
  },
]
