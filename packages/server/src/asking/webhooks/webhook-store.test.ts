import { afterEach, beforeEach, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { newId } from '../../ground/db/new-id.ts'
import { createDeliveryLog } from '../../runs/deliveries/delivery-log.ts'
import { createWebhookStore } from './webhook-store.ts'

describeOnBothDatabases('Deliveries of a webhook', (start) => {
  let server: TestServer
  let flowId: string

  beforeEach(async () => {
    server = await start()
    flowId = await createConversation(server, { vendorUrl: 'http://127.0.0.1:9' })
  })
  afterEach(() => server.close())

  test('a signature that is still good stays known, however many deliveries come after it', async () => {
    const store = createWebhookStore(server.database)
    const facts = { digest: '', method: 'POST', isManual: false, isTest: false }
    const bare = { chatflow_id: flowId, subject_id: flowId, facts, payload: null, error: null }
    const signed = { ...bare, state: 'kept', delivery_key: null, signature: 'of the first' } as const
    expect(await store.keep(signed)).toMatchObject({ isNew: true })
    const refused = { ...bare, state: 'refused', delivery_key: null, signature: null } as const
    const { row } = await store.keep(refused)
    for (let hundred = 0; hundred < 10; hundred += 1) {
      const more = Array.from({ length: 100 }, (_, place) => ({
        ...row,
        id: newId(),
        created_date: new Date(Date.parse(row.created_date) + 1 + hundred * 100 + place).toISOString(),
      }))
      await server.database.query.insertInto('delivery').values(more).execute()
    }
    await store.keep(refused)
    expect(
      (await createDeliveryLog(server.database).page({ kind: 'webhook', id: flowId }, { page: 1, limit: 1 })).total,
    ).toBeLessThan(1003)
    expect(await store.keep(signed)).toMatchObject({ isNew: false })
  })
})
