import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { createFlow, createManyFlows } from './drivers/flows.ts'
import { screensOf } from './drivers/screens.ts'
import { walkOf } from './drivers/walk.ts'
import { openBrowser, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser
const walk = walkOf((options) => visit(browser, product, options))

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})

afterAll(async () => {
  await walk.end()
  await browser.close()
  await product.stop()
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await walk.end()
})

async function open(path: string): Promise<Page> {
  return (await walk.to(path)).page
}

/** Reads everything again: something on the screen was made behind the page's back. */
async function load(path: string): Promise<Page> {
  const page = await open(path)
  await page.reload()
  return page
}

describe('chat flows', () => {
  test('[LIST-1] an empty list leads to the first flow', async () => {
    const page = await open('/')
    for (const door of ['Chat with a document now', 'Start from a template', 'Import my Flowise flows']) {
      await page.getByRole('heading', { name: door }).waitFor()
    }
    await page.getByRole('link', { name: 'Or start with an empty canvas' }).click()
    await page.waitForURL('**/canvas')
    await expect.poll(() => page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
  })

  test('flows of another product are brought in with a word about every node', async () => {
    const page = await open('/')
    const flow = {
      nodes: ['conversationChain', 'neverHeardOf'].map((name, index) => ({
        id: `${name}_${index}`,
        type: 'customNode',
        position: { x: 0, y: 0 },
        data: { id: `${name}_${index}`, name, label: name, type: name, baseClasses: [name], inputs: {} },
      })),
      edges: [],
    }
    const file = { chatmessages: [], apikeys: [], chatflows: [{ name: 'Old desk', flowData: JSON.stringify(flow) }] }
    const pick = () => page.getByRole('button', { name: 'Choose files' }).click()
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), pick()])
    await chooser.setFiles({
      name: 'DB.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(file)),
    })
    const dialog = page.getByRole('dialog', { name: 'Import my Flowise flows' })
    await dialog.getByText('neverHeardOf: not available here; stored as a placeholder').waitFor()
    expect(await product.api<unknown[]>('GET', '/chatflows')).toEqual([])
    await dialog.getByRole('button', { name: 'Import 1 flow' }).click()
    await page.getByRole('link', { name: 'Old desk' }).waitFor()
    const [brought] = await product.api<{ id: string }[]>('GET', '/chatflows')
    await product.api('DELETE', `/chatflows/${brought?.id}`)
  })

  test('[LIST-1] cards show nodes as icons and the time of the last edit, and open the flow', async () => {
    const { id } = await createFlow(product, {
      name: 'Support desk',
      nodes: ['chatOpenAI', 'conversationChain', 'bufferMemory', 'calculator', 'csvFile', 'pdfFile'],
      category: 'support;internal',
    })
    await createFlow(product, { name: 'Recipe finder' })
    const page = await load('/')
    const card = screensOf(page).card('Support desk')
    await card.waitFor()
    await expect.poll(() => card.getByRole('listitem').getByRole('img').count()).toBe(4)
    await card.getByText('+2').waitFor()
    await card.getByText('Edited just now').waitFor()
    for (const tag of ['support', 'internal']) await card.getByText(tag, { exact: true }).waitFor()
    await card.getByRole('link', { name: 'Support desk' }).click()
    await page.waitForURL(`**/canvas/${id}`)
  })

  test('[LIST-1] the server searches; a table carries the same facts and sorts', async () => {
    const page = await open('/chatflows')
    const screens = screensOf(page)
    await screens.card('Support desk').waitFor()
    const asked = page.waitForRequest((request) => request.url().includes('search=recipe'))
    await page.getByRole('searchbox', { name: 'Search flows' }).fill('recipe')
    await asked
    await expect.poll(() => screens.cardNames()).toEqual(['Recipe finder'])
    await page.getByRole('searchbox', { name: 'Search flows' }).fill('nothing like it')
    await page.getByText('Nothing found for “nothing like it”').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click()
    await page.getByRole('button', { name: 'Table' }).click()
    const names = () => page.getByRole('rowheader').allTextContents()
    await expect.poll(names).toEqual(['Recipe finder', 'Support desk'])
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await expect.poll(names).toEqual(['Support desk', 'Recipe finder'])
    await page.reload()
    await expect.poll(names).toEqual(['Support desk', 'Recipe finder'])
  })

  test('[LIST-1] a flow is duplicated, exported and, after a question, deleted', async () => {
    const page = await open('/chatflows')
    const screens = screensOf(page)
    await screens.chooseForFlow('Recipe finder', 'Duplicate')
    await screens.card('Recipe finder copy').waitFor()

    const choose = () => screens.chooseForFlow('Recipe finder copy', 'Export')
    const [download] = await Promise.all([page.waitForEvent('download'), choose()])
    expect(download.suggestedFilename()).toBe('Recipe finder copy Chatflow.json')
    const exported = JSON.parse(await readFile(await download.path(), 'utf8')) as {
      nodes: { data: { name: string } }[]
    }
    expect(exported.nodes.map((node) => node.data.name)).toEqual(['chatOpenAI', 'conversationChain'])

    await screens.chooseForFlow('Recipe finder copy', 'Delete')
    const question = page.getByRole('alertdialog', { name: 'Delete “Recipe finder copy”?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => screens.cardNames()).toContain('Recipe finder copy')
    await screens.chooseForFlow('Recipe finder copy', 'Delete')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => screens.cardNames()).not.toContain('Recipe finder copy')
  })

  test('several flows are chosen and deleted at once; tags group them', async () => {
    await createFlow(product, { name: 'Old one', category: 'old' })
    await createFlow(product, { name: 'Old two', category: 'old' })
    const page = await open('/chatflows?tag=old')
    const screens = screensOf(page)
    await expect.poll(() => screens.cardNames()).toHaveLength(2)
    for (const name of ['Old one', 'Old two']) {
      await screens.card(name).hover()
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    }
    await page.getByRole('toolbar', { name: '2 selected' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No results for these filters').waitFor()
    expect((await product.api<unknown[]>('GET', '/chatflows')).length).toBe(2)
  })
})

describe('tools', () => {
  test('[LIST-3] a tool is created, tried, exported, imported, edited and deleted', async () => {
    const page = await open('/tools')
    await page.getByRole('button', { name: 'Create tool' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create tool' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('This field is required.').first().waitFor()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).first().fill('greet')
    await dialog.getByRole('textbox', { name: 'Description' }).first().fill('Greets a person by name')
    await dialog.getByRole('button', { name: 'Add input' }).click()
    await dialog.getByPlaceholder('Name').fill('person')
    await dialog.getByRole('textbox', { name: 'JavaScript' }).fill('console.log("asked"); return "Hello " + $person')
    await dialog.getByRole('region', { name: 'Try it' }).getByLabel('person').fill('Ada')
    await dialog.getByRole('button', { name: 'Run' }).click()
    await expect.poll(() => dialog.locator('pre').allTextContents()).toEqual(['Hello Ada', 'asked'])
    await dialog.getByText(/^\d+ ms$/).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'greet', exact: true }).waitFor()

    const screens = screensOf(page)
    const choose = () => screens.chooseFromMenu('Actions for greet', 'Export')
    const [download] = await Promise.all([page.waitForEvent('download'), choose()])
    expect(download.suggestedFilename()).toBe('greet-CustomTool.json')
    const text = await readFile(await download.path(), 'utf8')
    const pick = () => page.getByRole('button', { name: 'Import' }).click()
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), pick()])
    const imported = text.replace('"greet"', '"greet_again"')
    await chooser.setFiles({ name: 'tool.json', mimeType: 'application/json', buffer: Buffer.from(imported) })
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'greet_again', exact: true }).click()
    const edit = page.getByRole('dialog', { name: 'Edit tool' })
    await edit.getByRole('textbox', { name: 'Description' }).first().fill('Greets twice')
    await edit.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Greets twice').waitFor()
    await screens.chooseFromMenu('Actions for greet_again', 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => screens.cardNames()).toEqual(['greet'])
  })
})

describe('credentials', () => {
  test('[LIST-4] a credential is added by kind and edited; its secret never comes back', async () => {
    const page = await open('/credentials')
    const answers: string[] = []
    page.on('response', (response) => {
      // What a page leaves behind unread has no text any more.
      const read = (text: string): void => void answers.push(text)
      if (response.url().includes('/api/v1/')) response.text().then(read, () => undefined)
    })
    await page.getByRole('button', { name: 'Add credential' }).click()
    await page.getByRole('searchbox', { name: 'Search kinds' }).fill('openai')
    await page.getByRole('button', { name: 'OpenAI API', exact: false }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Credential name').fill('Team key')
    await form.locator('input[type=password]').first().fill('sk-very-secret')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Team key', exact: true }).click()
    const edit = page.getByRole('dialog', { name: 'Edit credential' })
    await edit.getByText('never shown again').waitFor()
    expect(await edit.locator('input[type=password]').first().inputValue()).toBe('')
    await edit.getByLabel('Credential name').fill('Company key')
    await edit.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Company key', exact: true }).waitFor()
    expect(answers.join('\n')).not.toContain('sk-very-secret')
    const [stored] = await product.api<{ id: string }[]>('GET', '/credentials')
    const exported = await product.api<{ credentials: unknown[] }>('GET', '/database/export')
    expect(JSON.stringify(exported)).not.toContain('sk-very-secret')
    expect(stored).toBeDefined()
  })

  test('[LIST-4] deleting one in use names the flows and asks again', async () => {
    const [credential] = await product.api<{ id: string }[]>('GET', '/credentials')
    const flowData = JSON.stringify({
      nodes: [
        {
          id: 'chatOpenAI_0',
          type: 'customNode',
          position: { x: 0, y: 0 },
          data: {
            id: 'chatOpenAI_0',
            name: 'chatOpenAI',
            label: 'ChatOpenAI',
            type: 'ChatOpenAI',
            version: 1,
            baseClasses: ['ChatOpenAI'],
            category: 'Chat Models',
            inputParams: [],
            inputAnchors: [],
            inputs: {},
            outputAnchors: [],
            credential: credential?.id,
          },
        },
      ],
      edges: [],
    })
    const flow = await createFlow(product, { name: 'Uses the key', flowData })
    const page = await open('/credentials')
    await screensOf(page).chooseFromMenu('Actions for Company key', 'Delete')
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await question.getByText('Uses the key').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    // It fades with its words; what is asked next must not be answered in it.
    await question.waitFor({ state: 'detached' })
    expect(await product.api<unknown[]>('GET', '/credentials')).toHaveLength(1)
    await product.api('DELETE', `/chatflows/${flow.id}`)
    await screensOf(page).chooseFromMenu('Actions for Company key', 'Delete')
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Keys and logins for the services your flows talk to').waitFor()
  })

  test('variables are the second tab; a secret one is masked', async () => {
    const page = await open('/credentials')
    await page.getByRole('tab', { name: 'Variables' }).click()
    await page.getByRole('button', { name: 'Add variable' }).click()
    const form = page.getByRole('dialog', { name: 'Add variable' })
    await form.getByLabel('Name').fill('not a name')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('start with a letter').waitFor()
    await form.getByLabel('Name').fill('SHOP_TOKEN')
    await form.getByRole('switch', { name: 'Secret' }).click()
    await form.getByLabel('Value', { exact: true }).fill('hush')
    await form.getByRole('button', { name: 'Save' }).click()
    const row = page.getByRole('row', { name: /SHOP_TOKEN/ })
    await row.getByText('Secret, set').waitFor()
    expect(await row.textContent()).not.toContain('hush')
    expect(JSON.stringify(await product.api('GET', '/variables'))).not.toContain('hush')
  })
})

describe('API keys', () => {
  test('[LIST-5] a key is created and shown once, copied, renamed and deleted', async () => {
    const page = await open('/apikey')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog').getByLabel('Key name').fill('Website widget')
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
    const shown = page.getByRole('dialog', { name: 'Copy your key now' })
    const key = (await shown.getByRole('group', { name: 'API key' }).locator('code').textContent()) ?? ''
    expect(key.length).toBeGreaterThan(20)
    await shown.getByRole('group', { name: 'API key' }).getByRole('button', { name: 'Copy' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key)
    await shown.getByRole('button', { name: 'I have copied it' }).click()
    const row = page.getByRole('row', { name: /Website widget/ })
    await row.getByText('Never used').waitFor()
    await expect.poll(() => page.content()).not.toContain(key)
    expect(JSON.stringify(await product.api('GET', '/apikey'))).not.toContain(key)

    await row.getByRole('button', { name: 'Website widget', exact: true }).click()
    await page.getByRole('dialog', { name: 'Edit key' }).getByLabel('Key name').fill('Shop widget')
    await page.getByRole('dialog', { name: 'Edit key' }).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Shop widget', exact: true }).waitFor()
    await screensOf(page).chooseFromMenu('Actions for Shop widget', 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Keys that let other programs talk to your flows').waitFor()
  })

  test('[LIST-5] a flow can demand a key; the list names the flow and when the key was used', async () => {
    const key = await product.api<{ id: string; apiKey: string }>('POST', '/apikey', { keyName: 'Demanded' })
    const flow = await createFlow(product, { name: 'Guarded flow', apikeyid: key.id })
    const ask = (headers: Record<string, string>) =>
      fetch(`${product.url}/api/v1/prediction/${flow.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ question: 'Hello' }),
      })
    expect((await ask({})).status).toBe(401)
    expect((await ask({ authorization: `Bearer ${key.apiKey}` })).status).not.toBe(401)
    const page = await load('/apikey')
    const row = page.getByRole('row', { name: /Demanded/ })
    await row.getByText('Guarded flow').waitFor()
    await row.getByText('just now').first().waitFor()
    await screensOf(page).chooseFromMenu('Actions for Demanded', 'Delete')
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Delete' }).click()
    await question.getByText('Guarded flow').waitFor()
    await question.getByRole('button', { name: 'Delete anyway' }).click()
    await expect.poll(() => product.api<unknown[]>('GET', '/apikey')).toEqual([])
  })
})

describe('many flows', () => {
  test('[LIST-1] ten thousand flows stay fast: only what is in sight is drawn, the rest arrives by scrolling', async () => {
    await createManyFlows(product, 10_000)
    const page = await load('/chatflows')
    await page.getByText('10,000', { exact: true }).waitFor()
    const drawn = () => page.getByRole('article').count()
    await expect.poll(drawn).toBeGreaterThan(0)
    expect(await drawn()).toBeLessThan(60)
    const scroll = async (): Promise<number> => {
      await page.mouse.wheel(0, 2500)
      return page.evaluate(() => window.scrollY)
    }
    await expect.poll(scroll).toBeGreaterThan(20_000)
    expect(await drawn()).toBeLessThan(60)
    await page.getByRole('searchbox', { name: 'Search flows' }).fill('number 004242')
    await expect.poll(() => screensOf(page).cardNames()).toEqual(['Flow number 004242'])
  })
})
