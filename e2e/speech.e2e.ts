import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startFakeVendor } from '../packages/server/testing/fake-vendor.ts'
import type { FakeVendor } from '../packages/server/testing/fake-vendor.ts'
import { accessibilityFaults } from './drivers/accessibility.ts'
import { createConversation } from './drivers/chat.ts'
import { startForeignSite } from './drivers/foreign-site.ts'
import type { ForeignSite } from './drivers/foreign-site.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product, VisitOptions } from './harness.ts'

let product: Product
let browser: Browser
let vendor: FakeVendor
let site: ForeignSite
let speech: Server
let flowId: string
let said = 'What is the weather?'
const spoken: string[] = []
/** Waited for before a voice is sent: what is shown meanwhile is over in a tenth of a second. */
let beforeVoice: Promise<void> | undefined

beforeAll(async () => {
  speech = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      if (request.url !== '/v1/audio/speech') return response.end(JSON.stringify({ text: said }))
      spoken.push((JSON.parse(Buffer.concat(parts).toString()) as { input: string }).input)
      await beforeVoice
      return response.end(silence())
    })
  })
  await new Promise<void>((resolve) => speech.listen(0, '127.0.0.1', resolve))
  const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
  ;[product, browser, vendor, site] = await Promise.all([
    startProduct(),
    openBrowser(microphone),
    startFakeVendor(),
    startForeignSite(),
  ])
  flowId = (await createConversation(product, vendor.url)).id
  await product.api('PUT', `/chatflows/${flowId}`, { isPublic: true })
})

afterAll(async () => {
  await browser.close()
  await product.stop()
  await vendor.close()
  await site.close()
  speech.closeAllConnections()
  speech.close()
})

async function open(path: string, options: VisitOptions = {}) {
  const opened = await visit(browser, product, { permissions: ['microphone'], ...options })
  await opened.page.goto(path)
  return opened
}

test('until somebody is chosen to hear, the microphone is hidden', async () => {
  const { page, close } = await open(`/chatbot/${flowId}`)
  await page.getByRole('textbox', { name: 'Your question' }).waitFor()
  expect(await page.getByRole('button', { name: 'Speak your question' }).count()).toBe(0)
  await close()
})

test('the owner chooses who hears, and a visitor speaks a question on a phone', async () => {
  const { port } = speech.address() as AddressInfo
  const owner = await open(`/canvas/${flowId}`)
  await owner.page.getByRole('button', { name: 'API and share' }).click()
  await owner.page.getByRole('tab', { name: 'Configuration' }).click()
  const section = owner.page.getByRole('form', { name: 'Speech to text' })
  await section.getByRole('combobox', { name: /Transcribe recordings with/ }).click()
  await owner.page.getByRole('option', { name: 'LocalAI' }).click()
  await section.getByText('Enter the server’s address').waitFor()
  await section.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${port}/v1`)
  expect(await accessibilityFaults(owner.page)).toEqual([])
  await section.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => section.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await owner.close()

  const { page, close } = await open(`/chatbot/${flowId}`, { viewport: PHONE })
  await page.getByRole('button', { name: 'Speak your question' }).click()
  await page.getByRole('timer').waitFor()
  await page.mouse.move(5, 5)
  await expect.poll(() => page.getByRole('tooltip').count()).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Stop recording' }).click()
  const field = page.getByRole('textbox', { name: 'Your question' })
  await expect.poll(() => field.inputValue()).toBe('What is the weather?')
  said = ' '
  await page.getByRole('button', { name: 'Speak your question' }).click()
  await page.getByRole('button', { name: 'Stop recording' }).click()
  await page.getByRole('alert').getByText('No speech was recognized').waitFor()
  expect(await field.inputValue()).toBe('What is the weather?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Hello there').first().waitFor()
  await close()
})

test('a microphone that is refused is explained', async () => {
  const { page, close } = await open(`/chatbot/${flowId}`)
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'Speak your question' }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').innerText()).toMatch(/^The microphone is blocked\. Allow it for this page/)
  await close()
})

test('an answer is listened to, and falls silent at its end', async () => {
  await speakAnswers({ autoPlay: false })
  const { page, faults, close } = await open(`/chatbot/${flowId}`)
  await page.getByRole('textbox', { name: 'Your question' }).fill('Hi')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Listen' }).waitFor()
  expect(spoken).toEqual([])
  await page.getByRole('button', { name: 'Listen' }).click()
  await expect.poll(() => spoken).toEqual(['Hello there'])
  await page.getByRole('button', { name: 'Listen' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(faults).toEqual([])
  await close()
})

test('an answer is played by itself where the owner wants that, once', async () => {
  await speakAnswers({ autoPlay: true })
  spoken.length = 0
  let speakUp: () => void = () => undefined
  beforeVoice = new Promise<void>((resolve) => {
    speakUp = resolve
  })
  const { page, faults, close } = await open(`/chatbot/${flowId}`)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.getByRole('textbox', { name: 'Your question' }).fill('Hi')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Stop listening' }).waitFor()
  speakUp()
  await page.getByRole('button', { name: 'Listen', exact: true }).waitFor()
  expect(spoken).toEqual(['Hello there'])
  expect(faults).toEqual([])
  await close()
})

function onForeignSite(body: string, options: VisitOptions = {}) {
  site.body = body
  return visit(browser, { ...product, url: site.url }, { permissions: ['microphone'], ...options })
}

const ours = () =>
  `<script type="module" src="${product.url}/widget.js"></script><chatwright-chat flow-id="${flowId}" open></chatwright-chat>`

test('our widget takes a spoken question on a foreign site, tells silence and a refusal, and plays its answer', async () => {
  await hearQuestions()
  await speakAnswers({ autoPlay: true })
  spoken.length = 0
  said = 'What is the weather?'
  const { page, faults, close } = await onForeignSite(ours(), { viewport: PHONE, hasTouch: true, isMobile: true })
  await page.goto('/')
  const speakButton = page.getByRole('button', { name: 'Speak your question' })
  await speakButton.click()
  await page.getByRole('timer').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Stop recording' }).click()
  const field = page.getByRole('textbox', { name: 'Your question' })
  await expect.poll(() => field.inputValue()).toBe('What is the weather?')

  said = ' '
  await speakButton.click()
  await page.getByRole('button', { name: 'Stop recording' }).click()
  await page.getByRole('alert').getByText('No speech was recognized').waitFor()
  await speakButton.click()
  await page.getByRole('button', { name: 'Discard the recording' }).click()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)

  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Hello there', { exact: true }).waitFor()
  await expect.poll(() => spoken).toEqual(['Hello there'])
  await page.getByRole('button', { name: 'Listen', exact: true }).click()
  await expect.poll(() => spoken).toEqual(['Hello there', 'Hello there'])

  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await speakButton.click()
  await page.getByRole('alert').getByText('The microphone is blocked. Allow it for this page').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  // Silence is a 422, which the browser writes to its console.
  expect(faults.filter((fault) => !fault.includes('422'))).toEqual([])
  await close()
})

test('our widget lets go of the microphone when it is closed', async () => {
  await hearQuestions()
  const { page, close } = await onForeignSite(ours())
  await page.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wish) => {
      const stream = await open(wish)
      Object.assign(window, { stream })
      return stream
    }
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Speak your question' }).click()
  await page.getByRole('timer').waitFor()
  const states = () =>
    page.evaluate(() =>
      (window as unknown as { stream: MediaStream }).stream.getTracks().map((track) => track.readyState),
    )
  expect(await states()).toEqual(['live'])
  await page.getByRole('button', { name: 'Close the chat' }).click()
  await expect.poll(states).toEqual(['ended'])
  await close()
})

test('where the part that listens and speaks does not come, our widget is written to and read', async () => {
  await hearQuestions()
  const { page, close } = await onForeignSite(ours())
  await page.route('**/widget-speech.js', (route) => route.abort())
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Your question' }).fill('Hi')
  await page.keyboard.press('Enter')
  await page.getByText('Hello there', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Speak your question' }).count()).toBe(0)
  await close()
})

test('a flow that neither hears nor speaks asks for no more than the widget itself', async () => {
  await product.api('PUT', `/chatflows/${flowId}`, { speechToText: '{}', textToSpeech: '{}' })
  const { page, close } = await onForeignSite(ours())
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Your question' }).fill('Hi')
  await page.keyboard.press('Enter')
  await page.getByText('Hello there', { exact: true }).waitFor()
  expect(asked.filter((path) => path.endsWith('.js'))).toEqual(['/widget.js', '/widget-chat.js'])
  await close()
})

test('the unchanged flowise-embed widget gets the voice of an answer inside its stream', async () => {
  await speakAnswers({ autoPlay: true })
  spoken.length = 0
  const { page, close } = await onForeignSite(
    `<script type="module">
      import Chatbot from '/web.js'
      Chatbot.init({ chatflowid: '${flowId}', apiHost: '${product.url}' })
    </script>`,
  )
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play
    Object.assign(window, { played: 0 })
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      Object.assign(window, { played: (window as unknown as { played: number }).played + 1 })
      return play.call(this)
    }
  })
  await page.goto('/')
  const chat = page.locator('flowise-chatbot')
  // Only then it knows that the flow streams: asked before, it wants the whole answer at once, which has no voice.
  const isKnown = page.waitForResponse('**/public-chatbotConfig/**')
  await chat.getByRole('button').first().click()
  await isKnown
  await chat.locator('textarea').fill('Hi')
  await chat.locator('textarea').press('Enter')
  await chat.getByText('Hello there').waitFor()
  await expect.poll(() => page.evaluate(() => (window as unknown as { played: number }).played)).toBe(1)
  expect(spoken).toEqual(['Hello there'])
  await close()
})

/** A server of one's own, without a key. */
async function hearQuestions(): Promise<void> {
  const { port } = speech.address() as AddressInfo
  const localAISTT = { status: true, baseUrl: `http://127.0.0.1:${port}/v1` }
  await product.api('PUT', `/chatflows/${flowId}`, { speechToText: JSON.stringify({ localAISTT }) })
}

/** OpenAI's place is taken by the server of this test. */
async function speakAnswers({ autoPlay }: { autoPlay: boolean }): Promise<void> {
  const { port } = speech.address() as AddressInfo
  const { id: credentialId } = await product.api<{ id: string }>('POST', '/credentials', {
    name: 'OpenAI',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-secret-123456' },
  })
  const openai = { status: true, credentialId, baseUrl: `http://127.0.0.1:${port}/v1`, voice: 'nova', autoPlay }
  await product.api('PUT', `/chatflows/${flowId}`, { textToSpeech: JSON.stringify({ openai }) })
}

/** A tenth of a second of nothing, as a WAV file. */
function silence(): Buffer {
  const samples = Buffer.alloc(800, 128)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}
