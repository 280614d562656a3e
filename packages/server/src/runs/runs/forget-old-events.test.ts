import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../testing/test-server.ts'
import { useConversation } from '../../../testing/use-conversation.ts'
import { deleteEventsBefore } from './forget-old-events.ts'

describeOnBothDatabases('What is kept of runs', (start) => {
  const chat = useConversation(start)

  const ask = async (chatId: string): Promise<string> =>
    (await chat.server.send('POST', `/api/v1/prediction/${chat.flowId}`, { question: 'Hi', chatId })).body.runId
  const eventsOf = async (runId: string) => (await chat.server.send('GET', `/api/v1/runs/${runId}`)).body.events
  const kept = async (): Promise<string[]> => {
    const rows = await chat.server.database.query.selectFrom('run_event').select('run_id').distinct().execute()
    return rows.map(({ run_id: id }) => id)
  }
  const never = new AbortController().signal

  test('goes by age, and the conversation stays', async () => {
    const run = await ask('chat')
    expect(await deleteEventsBefore(chat.server.database, new Date(Date.now() - 60_000), never)).toBe(0)
    expect(await eventsOf(run)).not.toEqual([])
    expect(await deleteEventsBefore(chat.server.database, new Date(Date.now() + 60_000), never)).toBe(1)
    expect(await eventsOf(run)).toEqual([])
    expect((await chat.server.send('GET', `/api/v1/chatmessage/${chat.flowId}`)).body).toHaveLength(2)
  })

  test('goes with its chat, and with no other', async () => {
    const [gone, stays] = [await ask('gone'), await ask('stays')]
    expect(await kept()).toEqual(expect.arrayContaining([gone, stays]))
    await chat.server.send('DELETE', `/api/v1/chatmessage/${chat.flowId}?chatId=gone`)
    expect(await kept()).toEqual([stays])
    expect((await chat.server.send('GET', `/api/v1/runs/${gone}`)).status).toBe(404)
  })
})
