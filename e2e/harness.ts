import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

import { findChromium } from '../scripts/find-chromium.mjs'
import { closeLeftPages, lendPage } from './drivers/lent-pages.ts'

/** The built product, on a free port and in a data folder of its own. */
export interface Product {
  url: string
  /** Calls the API as a program would; throws when the answer is an error. */
  api<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer>
  stop(): Promise<void>
}

const COMMAND = process.env['CHATWRIGHT_COMMAND'] ?? join(import.meta.dirname, '../packages/server/bin/chatwright.mjs')
const CHROMIUM = findChromium()
const READY = /is ready at (http:\S+)/

export interface ProductOptions {
  env?: Record<string, string>
  /** The script of another copy of the product, and how it is started. */
  command?: readonly string[]
}

/** Ports that products of this process had and gave back: at an address it knows, a page need not compile anew. */
const knownPorts: string[] = []

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const known = knownPorts.pop()
  if (known === undefined) return startAt('0', options)
  return startAt(known, options).catch((error: unknown) => {
    if (error instanceof Error && error.message.includes('is in use')) return startAt('0', options)
    throw error
  })
}

async function startAt(port: string, { env = {}, command = [COMMAND, 'start'] }: ProductOptions): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chatwright-e2e-'))
  const server = spawn(process.execPath, command, {
    env: { PATH: process.env['PATH'], HOME: dataDir, PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await readyAddress(server).catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true })
    throw error
  })
  const end = async () => {
    await endProcess(server)
    knownPorts.push(new URL(url).port)
    await rm(dataDir, { recursive: true, force: true })
  }
  let ended: Promise<void> | undefined
  return {
    url,
    async api<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`)
      return (text === '' ? undefined : JSON.parse(text)) as Answer
    },
    stop: () => (ended ??= end()),
  }
}

/**
 * The omnibox of a window nobody sees takes a second of processor time for every visit. The list replaces the driver's
 * own, so what matters of that stands here too.
 */
const UNWANTED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  // Compiled as it arrives, a script is compiled for every visit, though the process still has it from the last one.
  'ScriptStreaming',
  'ThirdPartyStoragePartitioning',
]

/**
 * What one page has compiled serves the next; and as pages live for seconds, a function is called ten times as often before
 * it is compiled for speed, which no page is there long enough to earn back.
 */
const COMPILING = [
  '--no-flush-bytecode',
  '--invocation-count-for-maglev=4000',
  '--invocation-count-for-turbofan=30000',
  '--invocation-count-for-osr=5000',
]

let shared: Promise<Browser> | undefined

/**
 * The browser of this process, which a file gives back where it would close it: to start one, and its first page, costs as
 * much as a short journey. One with other arguments is started for whoever asks for it.
 */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  if (more.length > 0) return launch(more)
  shared ??= launch([]).then((browser) => {
    browser.on('disconnected', () => {
      shared = undefined
    })
    return Object.assign(browser, { close: () => closeLeftPages(browser) })
  })
  return shared
}

/** Chromium as root, without a display, and with nothing that calls home. */
function launch(more: readonly string[]): Promise<Browser> {
  return chromium.launch({
    ...(CHROMIUM !== undefined && { executablePath: CHROMIUM }),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--js-flags=${COMPILING.join(' ')}`,
      `--disable-features=${UNWANTED_FEATURES.join(',')}`,
      ...more,
    ],
  })
}

export const DESKTOP = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

export interface VisitOptions extends Omit<BrowserContextOptions, 'viewport'> {
  viewport?: { width: number; height: number }
  /** What lies in local storage before the first page opens. */
  stored?: Record<string, string>
  /** The page's time goes by as usual until the journey moves it. */
  hasOwnClock?: boolean
}

/** A page of a person's own: fresh storage, and a record of everything that went wrong in it. */
export interface Visit {
  page: Page
  /** Uncaught errors, refused scripts and console errors, in words. */
  faults: string[]
  close(): Promise<void>
}

/** Somebody who has been here before; a journey that wants the tour of the canvas says so. */
export const STORED_BEFORE = { 'canvas.tour': 'done' }

export async function visit(browser: Browser, product: Product, options: VisitOptions = {}): Promise<Visit> {
  const { stored = {}, ...kind } = options
  const { page, giveBack } = await lendPage(
    browser,
    { baseURL: product.url, viewport: DESKTOP, hasOwnClock: false, ...kind },
    { ...STORED_BEFORE, ...stored },
  )
  return { page, faults: recordFaults(page), close: giveBack }
}

export function recordFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  return faults
}

export function readyAddress(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const address = READY.exec(output)?.[1]
      if (address) resolve(address.replace('localhost', '127.0.0.1'))
    }
    server.stdout?.on('data', read)
    server.stderr?.on('data', read)
    server.on('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready:\n${output}`)))
  })
}

function endProcess(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null) {
      resolve()
      return
    }
    const lastResort = setTimeout(() => server.kill('SIGKILL'), 10_000)
    server.on('exit', () => {
      clearTimeout(lastResort)
      resolve()
    })
    server.kill('SIGTERM')
  })
}
