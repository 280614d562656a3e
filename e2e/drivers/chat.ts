import { createServer, connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { Locator, Page } from 'playwright-core'

import { drawConversation } from '../../packages/server/testing/conversation-flow.ts'
import type { Product } from '../harness.ts'
import { catalogueOf } from './flows.ts'

/** A chat by what a person does with it, on the canvas and on its own page alike. */
export function chatOf(page: Page) {
  const field = page.getByRole('textbox', { name: 'Your question' })
  const turns = page.getByRole('log', { name: 'Conversation' }).getByRole('article')
  const stopButton = page.getByRole('button', { name: 'Stop' })
  return {
    field,
    turns,
    stopButton,
    newest: page.getByRole('button', { name: 'Newest' }),
    async send(question: string) {
      await field.fill(question)
      await page.keyboard.press('Enter')
    },
    /** Sends and waits until the answer is over, however it ended. */
    async ask(question: string) {
      const turn = turns.nth(await turns.count())
      await field.fill(question)
      await page.keyboard.press('Enter')
      await turn
        .getByRole('button', { name: /^(Ask again|Try again)$/ })
        .first()
        .waitFor()
    },
    /** Words are shown once what renders them is there. */
    async text(turn: Locator) {
      const answer = turn.locator('.chat-answer').filter({ hasText: /\S/ })
      return answer.innerText()
    },
    last: () => turns.last(),
  }
}

interface ConversationColumns {
  name?: string
  isPublic?: boolean
  chatbotConfig?: string
  apiConfig?: string
  /** Inputs of its nodes, by node id. */
  inputs?: Record<string, Record<string, unknown>>
}

/** The flow most people draw first: a chat model at the given address, a memory, a conversation chain. */
export async function createConversation(
  product: Product,
  vendorUrl: string,
  { inputs = {}, ...columns }: ConversationColumns = {},
) {
  const credential = await product.api<{ id: string }>('POST', '/credentials', {
    name: 'Test key',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-test' },
  })
  const catalogue = await catalogueOf(product)
  const flow = drawConversation(catalogue, { vendorUrl, inputs }, credential.id)
  // Apart from each other, so that each can be looked at.
  for (const [index, node] of flow.nodes.entries()) node.position = { x: index * 420, y: (index % 2) * 200 }
  return product.api<{ id: string; version: number }>('POST', '/chatflows', {
    name: 'Conversation',
    flowData: JSON.stringify(flow),
    ...columns,
  })
}

export interface FlakyLine {
  url: string
  /** Cuts every connection, and refuses new ones for a while. */
  cut(refuseForMs: number): void
  close(): Promise<void>
}

/** A way to the product that breaks when told to. */
export async function openFlakyLine(product: Product): Promise<FlakyLine> {
  const target = new URL(product.url)
  const sockets = new Set<Socket>()
  let refusesUntil = 0
  const server = createServer((client) => {
    if (Date.now() < refusesUntil) {
      client.destroy()
      return
    }
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut(refuseForMs) {
      refusesUntil = Date.now() + refuseForMs
      for (const socket of sockets) socket.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
