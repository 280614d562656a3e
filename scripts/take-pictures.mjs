// node scripts/take-pictures.mjs: takes the pictures of docs/pictures from the real product, in light and dark.
// Builds first, works on a data folder of its own, and needs Chromium (CHROMIUM names another than /usr/bin/chromium).
// --only knowledge takes those of one part: welcome, flows, steps, versions, triggers or knowledge; --no-build takes what is built.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildProduct, installDependencies, node, requireNode, root } from './steps.mjs'

requireNode()
installDependencies()
if (!process.argv.includes('--no-build')) buildProduct()

// The browser's driver belongs to the journeys.
const { chromium } = createRequire(join(root, 'e2e/package.json'))('playwright-core')

/** What the store of the pictures holds. */
const GUARANTEE =
  '# Guarantee\n\nOvens and lamps have a guarantee of two years, batteries of six months.\n\n## What it covers\n\nWhat breaks in normal use is repaired, or replaced where that is quicker. Send us a picture and the number of the order.'

const RETURNS = {
  name: 'returns.md',
  text: '# Returns\n\nAn order can be returned within thirty days, unused and in its box.\n\n## Money back\n\nThe money is back on your account five days after the parcel is with us.',
}
const DELIVERY = {
  name: 'delivery.md',
  text: '# Delivery\n\nDelivery takes two to three working days. It is free for orders over 50 euros.\n\n## Abroad\n\nTo neighbouring countries it takes five working days.',
}
const WINTER = {
  name: 'winter-sale.md',
  text: '# Winter sale\n\nUntil the end of January all lamps cost a fifth less.',
}

const LARGEST_BYTES = 300 * 1024
const folder = join(root, 'docs/pictures')
const dataDir = mkdtempSync(join(tmpdir(), 'chatwright-pictures-'))
mkdirSync(folder, { recursive: true })

const { server, url } = await startServer()
// What the pages show of their address is that of every reader, whichever port was free.
const shownUrl = 'http://localhost:3000'
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--hide-scrollbars',
    `--host-resolver-rules=MAP ${new URL(shownUrl).host} ${new URL(url).host}`,
  ],
})
try {
  await part('welcome', () => inBothThemes(takeWelcome))
  await part('flows', async () => {
    const flows = await createFlows()
    await inBothThemes((page, take) => takeFlow(page, take, flows))
    await createTests(flows)
    await inBothThemes(takeTests)
    const comparison = await createComparison(flows)
    await inBothThemes((page, take) => takeComparing(page, take, { ...flows, comparison }))
  })
  await part('steps', async () => {
    const steps = await createSteps()
    await inBothThemes((page, take) => takeSteps(page, take, steps))
  })
  await part('versions', async () => {
    const changed = await createVersions()
    await inBothThemes((page, take) => takeVersions(page, take, changed))
  })
  await part('triggers', async () => {
    const triggered = await createTriggers()
    await inBothThemes((page, take) => takeTriggers(page, take, triggered))
  })
  await part('knowledge', async () => {
    const store = await createKnowledge()
    await inBothThemes((page, take) => takeKnowledge(page, take, store))
    await changeKnowledge(store)
    await inBothThemes((page, take) => takeRefresh(page, take, store))
  })
} finally {
  await browser.close()
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}

async function part(name, takeAll) {
  const only = process.argv.indexOf('--only')
  if (only < 0 || process.argv[only + 1] === name) await takeAll()
}

/** Before anything is stored: the first page as a new person sees it. */
async function takeWelcome(page, take) {
  await page.goto('/')
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  await take('welcome')
}

async function takeFlow(page, take, { shop }) {
  await page.goto('/marketplaces')
  await page.getByRole('article').first().waitFor()
  await take('marketplace')

  await page.goto(`/chatbot/${shop}`)
  await ask(page, 'How long does delivery take?')
  await ask(page, 'Can I return an order?')
  await take('chat')

  await page.goto(`/canvas/${shop}`)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await ask(page, 'Is there a guarantee on an oven?')
  await page.getByRole('button', { name: 'Fit the flow into view' }).click()
  await take('canvas')

  await page.getByRole('button', { name: 'Show the run' }).last().click()
  // It takes the place of the chat.
  const trace = page.getByRole('region', { name: 'Run', exact: true })
  await trace
    .getByRole('button', { name: /Vector Store/ })
    .first()
    .click()
  await take('trace')
  await trace.getByRole('button', { name: 'Back to the chat' }).click()
  await trace.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'API and share' }).click()
  const share = page.getByRole('dialog')
  await share.getByRole('tab', { name: 'API' }).click()
  await share.getByRole('button', { name: 'Python' }).click()
  await take('share')
  await share.getByRole('button', { name: 'MCP', exact: true }).click()
  const offer = share.getByRole('switch', { name: 'Expose as an MCP tool' })
  await offer.click()
  await share.getByText('Client settings').waitFor()
  await take('mcp')
  await offer.click()
}

/** A flow of agents on the canvas, and what one run of it did. */
async function takeSteps(page, take, { desk, execution }) {
  await page.goto(`/canvas/${desk}`)
  await page.getByRole('button', { name: 'Fit the flow into view' }).click()
  await take('agent-flow')
  await page.goto(`/runs/${execution}`)
  await page.getByRole('button', { name: /Start/ }).first().waitFor()
  await take('execution')
}

async function createSteps() {
  const desk = await createFromTemplate('steps-ticket-desk', 'Ticket desk', { type: 'AGENTFLOW' })
  const { executionId } = await api('POST', `/prediction/${desk}`, { question: 'My invoice is wrong, please help.' })
  return { desk, execution: executionId }
}

/** Bad answers in the list of runs, and the test that it becomes. */
async function takeTests(page, take) {
  await page.goto('/runs')
  await page.getByRole('img', { name: 'Thumbs down' }).first().waitFor()
  await take('inbox')
  await page.getByRole('button', { name: /^Keep .*Sundays.* as a test$/ }).click()
  await page.getByRole('textbox', { name: 'A good answer contains' }).fill('closed on Sundays')
  await take('keep-test')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto('/tests')
  await page.getByRole('link', { name: 'Open the test set “Kept answers”' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('Doesn’t contain “closed on Sundays”').waitFor()
  await take('tests')
}

async function createTests({ shop, empty }) {
  await api('POST', `/prediction/${empty}`, { question: 'How many days of holiday do I have?' })
  const question = 'When do you open on Sundays?'
  const { chatMessageId: messageId } = await api('POST', `/prediction/${shop}`, { question, chatId: 'sunday' })
  const rating = { chatflowid: shop, chatId: 'sunday', messageId, rating: 'THUMBS_DOWN' }
  await api('POST', '/feedback', { ...rating, content: 'You are closed on Sundays' })
  const { items } = await api('GET', `/runs?chatflowId=${shop}&limit=1`)
  await api('POST', '/tests/keep', {
    runId: items[0].id,
    checks: [
      { kind: 'contains', text: 'closed on Sundays' },
      { kind: 'length', max: 400 },
    ],
  })
}

/** What a save does to recorded answers, and what asking both versions came to. */
async function takeComparing(page, take, { shop, comparison }) {
  await page.goto(`/canvas/${shop}`)
  await page.getByText(/recorded answers unchanged/).waitFor()
  await page.getByRole('button', { name: 'Fit the flow into view' }).click()
  await take('dry-replay')
  await page.goto(`/comparisons?flow=${shop}`)
  await page.getByRole('region', { name: 'Earlier comparisons' }).getByRole('link').first().waitFor()
  await take('compare')
  await page.goto(`/comparisons/${comparison}`)
  await page.getByRole('list', { name: 'Cases' }).getByRole('listitem').first().waitFor()
  await take('comparison')
}

/** The shop opens longer: one answer changes, the others stay. */
async function createComparison({ shop }) {
  const { flowData, version } = await api('GET', `/chatflows/${shop}`)
  const drawn = JSON.parse(flowData)
  const { inputs } = drawn.nodes.find(({ data }) => data.name === 'plainText').data
  inputs.text = inputs.text.replace('18:00', '20:00')
  await api('PUT', `/chatflows/${shop}`, { flowData: JSON.stringify(drawn) })
  const { id } = await api('POST', '/comparisons', { chatflowId: shop, base: version, answers: 5 })
  for (;;) {
    const { state, reason } = await api('GET', `/comparisons/${id}`)
    if (state === 'done') return id
    if (state !== 'running') throw new Error(`The comparison ${state}: ${reason}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** A flow that was changed, and what that changes, before it is published. */
async function takeVersions(page, take, desk) {
  await page.goto(`/canvas/${desk}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page
    .getByText(/changed: /)
    .first()
    .waitFor()
  await take('versions')
}

async function createVersions() {
  const desk = await createFromTemplate('steps-ticket-desk', 'Ticket desk, new words', {
    type: 'AGENTFLOW',
    publish: 'hand',
  })
  const { flowData } = await api('GET', `/chatflows/${desk}`)
  const drawn = JSON.parse(flowData)
  const [first, second] = drawn.nodes.filter(({ data }) => data.name === 'directReplyAgentflow')
  first.data.inputs.directReplyMessage = 'Thank you. Somebody from billing writes to you today.'
  const nodes = drawn.nodes.filter(({ id }) => id !== second.id)
  const edges = drawn.edges.filter(({ source, target }) => source !== second.id && target !== second.id)
  await api('PUT', `/chatflows/${desk}`, { flowData: JSON.stringify({ ...drawn, nodes, edges }) })
  return desk
}

async function takeTriggers(page, take, { briefing, form }) {
  await page.goto('/triggers')
  await page.getByRole('row', { name: /Orders of the shop/ }).waitFor()
  await take('triggers')
  await page.getByRole('button', { name: 'Details of the webhook of Orders of the shop' }).click()
  await page.getByText('Done', { exact: true }).first().waitFor()
  await take('webhook')
  await page.goto(`/canvas/${briefing}`)
  await page.getByRole('button', { name: 'API and share' }).click()
  await page.getByRole('tab', { name: 'Triggers' }).click()
  await page.getByRole('row', { name: /News desk/ }).waitFor()
  await take('flow-triggers')
  await page.getByRole('button', { name: 'Details of the schedule of Morning briefing', exact: true }).click()
  await page.getByRole('dialog', { name: 'Morning briefing', exact: true }).getByRole('time').first().waitFor()
  await take('schedule')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add a notification' }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill('https://shop.example.com/told')
  await take('notification')
  await page.goto(`/form/${form}`)
  await page.getByRole('textbox', { name: 'Order number' }).fill('1207')
  await take('form')
}

/** A flow that a shop calls, with something that came, and one that runs each morning. */
async function createTriggers() {
  const { flowData } = await api('GET', '/marketplaces/templates/steps-ticket-desk')
  const drawn = JSON.parse(flowData)
  const begunBy = (inputs) => {
    const nodes = drawn.nodes.map((each) =>
      each.data.name === 'startAgentflow' ? { ...each, data: { ...each.data, inputs } } : each,
    )
    return JSON.stringify({ ...drawn, nodes })
  }
  const create = (name, inputs, columns = {}) =>
    api('POST', '/chatflows', { name, type: 'AGENTFLOW', flowData: begunBy(inputs), ...columns })
  const orders = await create('Orders of the shop', {
    startInputType: 'webhookTrigger',
    webhookDefaultInput: 'Where is order {{$webhook.body.order}}?',
    webhookEnableAuth: true,
  })
  await api('POST', `/chatflows/${orders.id}/webhook-secret`)
  await api('POST', `/chatflows/${orders.id}/webhook/deliveries`, {
    body: { order: 1207, status: 'shipped', customer: { name: 'Ann', city: 'Lyon' } },
    headers: { 'x-kind': 'order.updated' },
  })
  const briefing = await create('Morning briefing', {
    startInputType: 'scheduleInput',
    scheduleFrequency: 'daily',
    scheduleOnTime: '07:30',
    scheduleTimezone: 'Europe/Berlin',
    scheduleDefaultInput: 'What is new since yesterday?',
  })
  const more = { flowId: briefing.id, name: 'Friday report' }
  const schedule = { cron: '0 16 * * 5', timezone: 'Europe/Berlin', question: 'What happened this week?' }
  await api('POST', '/triggers', { ...more, kind: 'schedule', schedule })
  const webhook = { question: 'Put this into the briefing: {{$webhook.body.headline}}' }
  await api('POST', '/triggers', { ...more, kind: 'webhook', name: 'News desk', webhook })
  const fields = [
    { type: 'string', label: 'Order number', name: 'order' },
    { type: 'options', label: 'What is wrong?', name: 'fault', addOptions: [{ option: 'Late' }, { option: 'Broken' }] },
  ]
  const asked = { startInputType: 'formInput', formTitle: 'Tell us about your order', formInputTypes: fields }
  const form = await create('Complaints', { ...asked, formDescription: 'We write back today.' }, { isPublic: true })
  return { briefing: briefing.id, form: form.id }
}

/** A store with its sources, what a new source would give, and what is found in it. */
async function takeKnowledge(page, take, { id }) {
  await page.goto(`/knowledge/${id}`)
  await page.getByRole('row', { name: /Opening hours/ }).waitFor()
  await take('knowledge')

  await page.getByRole('button', { name: 'Add a source' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Kind of source' }).click()
  await page.getByRole('option', { name: /^Plain Text/ }).click()
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill(GUARANTEE)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('region', { name: 'Preview of the chunks' }).getByRole('article').first().waitFor()
  await take('knowledge-preview')

  const question = new URLSearchParams({ tab: 'bench', question: 'How long may I bring something back?' })
  await page.goto(`/knowledge/${id}?${question}`)
  await page.getByRole('button', { name: 'Compare with other settings' }).click()
  await page.getByRole('group', { name: 'Settings B' }).getByRole('switch', { name: 'Hybrid Search' }).click()
  const panel = page.getByRole('tabpanel')
  await panel.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('region', { name: 'Results with settings B' }).getByRole('article').first().waitFor()
  await panel.getByRole('button', { name: 'Search', exact: true }).evaluate((button) => button.scrollIntoView())
  await take('knowledge-bench')
}

/** What a refresh would bring, before anything is touched. */
async function takeRefresh(page, take, { id }) {
  await page.goto(`/knowledge/${id}`)
  await page.getByRole('button', { name: 'What would change?' }).click()
  await page.getByText('Loading would find 1 new, 1 changed, 1 removed and 2 unchanged documents.').waitFor()
  await take('knowledge-refresh')
}

async function createKnowledge() {
  const { id } = await api('POST', '/document-store/store', {
    name: 'Shop handbook',
    description: 'Delivery, returns, guarantee and opening hours of the shop.',
  })
  const source = await api('POST', '/document-store/loader/save', handbook(id, [RETURNS, DELIVERY, WINTER]))
  const hours = { text: '# Opening hours\n\nWe are open from Monday to Saturday, 10:00 to 18:00.' }
  const typed = { loaderId: 'plainText', loaderName: 'Opening hours', loaderConfig: hours }
  await api('POST', '/document-store/loader/save', { ...handbook(id, []), ...typed })
  await api('POST', `/document-store/refresh/${id}`, {})
  return { id, source: source.id }
}

/** A file is new, one is changed and one is gone. */
async function changeKnowledge({ id, source }) {
  const shorter = { ...RETURNS, text: RETURNS.text.replace('thirty days', 'sixty days') }
  const files = handbook(id, [shorter, DELIVERY, { name: 'guarantee.md', text: GUARANTEE }])
  await api('POST', '/document-store/loader/save', { ...files, id: source })
}

function handbook(storeId, files) {
  const held = files.map(
    ({ name, text }) => `data:text/markdown;base64,${Buffer.from(text).toString('base64')},filename:${name}`,
  )
  return {
    storeId,
    loaderId: 'fileLoader',
    loaderName: 'Handbook',
    loaderConfig: { file: held },
    splitterId: 'markdownTextSplitter',
    splitterConfig: { chunkSize: 300, chunkOverlap: 40, splitByHeaders: 'h6' },
  }
}

async function ask(page, question) {
  const field = page.getByRole('textbox', { name: 'Your question' })
  await field.fill(question)
  await field.press('Enter')
  // What is offered under an answer once it is whole.
  const turn = page.getByRole('article').filter({ hasText: question }).last()
  await turn.getByRole('button', { name: 'Copy the answer' }).waitFor()
}

async function createFlows() {
  const shop = await createFromTemplate('shop-assistant', 'Shop assistant', { isPublic: true })
  await createFromTemplate('handbook-answers', 'Answers from the handbook')
  return { shop, empty: await createEmptyHandbook() }
}

/** The same with a handbook that was never filled in. */
async function createEmptyHandbook() {
  const { flowData } = await api('GET', '/marketplaces/templates/handbook-answers')
  const drawn = JSON.parse(flowData)
  drawn.nodes.find(({ data }) => data.name === 'plainText').data.inputs.text = ' '
  const flow = await api('POST', '/chatflows', { name: 'People team', flowData: JSON.stringify(drawn) })
  return flow.id
}

async function createFromTemplate(id, name, columns = {}) {
  const { flowData } = await api('GET', `/marketplaces/templates/${id}`)
  const flow = await api('POST', '/chatflows', { name, flowData, ...columns })
  return flow.id
}

async function api(method, path, body) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

async function inBothThemes(visit) {
  for (const theme of ['light', 'dark']) {
    const context = await browser.newContext({
      baseURL: shownUrl,
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      colorScheme: theme,
      reducedMotion: 'reduce',
    })
    await context.addInitScript((isDark) => {
      localStorage.setItem('isDarkMode', String(isDark))
      localStorage.setItem('canvas.tour', 'done')
    }, theme === 'dark')
    const page = await context.newPage()
    await visit(page, (name) => takePicture(page, `${name}-${theme}`))
    await context.close()
  }
}

async function takePicture(page, name) {
  // A tooltip under the pointer is no part of the picture.
  await page.mouse.move(0, 450)
  // Dialogs, menus and the view of the canvas come to rest first.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(700)
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path, caret: 'hide', animations: 'disabled' })
  const { size } = statSync(path)
  if (size > LARGEST_BYTES)
    throw new Error(`${name}.png has ${Math.round(size / 1024)} KB, more than a page should load.`)
  console.log(`${name}.png  ${Math.round(size / 1024)} KB`)
}

function startServer() {
  const server = spawn(node, [join(root, 'packages/server/bin/chatwright.mjs'), 'start'], {
    env: {
      PATH: process.env.PATH,
      HOME: dataDir,
      PORT: process.env.PORT ?? '0',
      DATA_DIR: dataDir,
      RECORDING_DAYS: '30',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready.`)))
    server.stdout.on('data', (chunk) => {
      const address = /is ready at (http:\S+)/.exec(String(chunk))?.[1]
      if (address) resolve({ server, url: address.replace('localhost', '127.0.0.1') })
    })
  })
}
