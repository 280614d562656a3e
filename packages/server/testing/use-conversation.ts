import { afterEach, beforeEach } from 'vitest'
import { createConversation } from './conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from './fake-vendor.ts'
import type { TestServer } from './test-server.ts'

/** A server with one flow that talks, and the vendor of its model: new ones for each test. */
export interface Conversation {
  server: TestServer
  vendor: FakeVendor
  flowId: string
}

export function useConversation(start: () => Promise<TestServer>): Conversation {
  const current: Partial<Conversation> = {}
  beforeEach(async () => {
    current.vendor = await startFakeVendor()
    current.server = await start()
    current.flowId = await createConversation(current.server, { vendorUrl: current.vendor.url })
  })
  afterEach(async () => {
    await current.server?.close()
    await current.vendor?.close()
  })
  return current as Conversation
}
