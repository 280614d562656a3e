// How smoothly the chat draws a long Markdown answer that arrives at 100 tokens a second: in the panel beside the canvas,
// on the page of a flow, and in the widget on somebody's site. The browser, the server and the model share this machine: the load is printed beside.
import type { Page } from 'playwright-core'
import { launchBrowser, machineLoad } from './lib/browser-page.ts'
import { watchAnswer } from './lib/chat-frames.ts'
import { createConversation } from './lib/conversation.ts'
import { report } from './lib/figures.ts'
import { longAnswer, tokensOf } from './lib/long-answer.ts'
import { startPacedModel } from './lib/paced-model.ts'
import { startProduct } from './lib/product.ts'
import { startSite } from './lib/site.ts'
import { call } from './lib/store-flow.ts'

const TOKENS_PER_SECOND = 100

const tokens = tokensOf(longAnswer())
const model = await startPacedModel(tokens, TOKENS_PER_SECOND)
const product = await startProduct()
const browser = await launchBrowser()
const closing: (() => Promise<void>)[] = []
try {
  const id = await createConversation(product.url, model.url)
  await call(product.url, 'PUT', `/chatflows/${id}`, { isPublic: true })
  const site = await startSite(product.url, id)
  closing.push(site.close)
  const inApp = {
    turn: (page: Page) => page.getByRole('article').last(),
    end: (page: Page) => page.getByRole('article').last().getByRole('button', { name: 'Copy the answer' }),
  }
  const places = [
    {
      name: 'Panel',
      ...inApp,
      open: async (page: Page) => {
        await page.goto(`${product.url}/canvas/${id}`)
        await page.getByRole('button', { name: 'Chat', exact: true }).click()
      },
    },
    { name: 'Page', ...inApp, open: async (page: Page) => void (await page.goto(`${product.url}/chatbot/${id}`)) },
    {
      name: 'Widget',
      turn: (page: Page) => page.getByRole('log'),
      end: (page: Page) => page.getByRole('button', { name: 'Send' }),
      open: async (page: Page) => void (await page.goto(site.url)),
    },
  ]
  for (const { name, ...place } of places) {
    const seen = await watchAnswer(browser, {
      ...place,
      answerMs: (tokens.length / TOKENS_PER_SECOND) * 1000,
      lastWords: 'orders of month 8',
    })
    const rate = `${tokens.length} tokens in ${seen.seconds.toFixed(1)} s, load ${machineLoad()}`
    report([
      { name: `${name}: frames while an answer is written`, value: seen.framesPerSecond, unit: '/s', noise: rate },
      { name: `${name}: p95 frame`, value: seen.p95, unit: 'ms', cap: 34 },
      { name: `${name}: longest frame`, value: seen.longest, unit: 'ms' },
      { name: `${name}: tasks over 50 ms`, value: seen.longTasks, unit: '' },
      { name: `${name}: layout shift`, value: seen.layoutShift, unit: '', cap: 0.02 },
      { name: `${name}: longest task`, value: seen.longestTask, unit: 'ms' },
      { name: `${name}: main thread for a second of answer`, value: seen.cpuPerSecond, unit: 'ms CPU', cap: 650 },
    ])
  }
} finally {
  await browser.close()
  for (const close of closing) await close()
  await product.stop()
  await model.close()
}
