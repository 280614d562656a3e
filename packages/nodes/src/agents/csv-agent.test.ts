import type { Chat, Sandbox } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { scriptedModel } from '../../test/conforming-values.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import csvAgent from './csv-agent.ts'

test('a table is asked by code that runs in the sandbox over its rows', async () => {
  const asked: Parameters<Sandbox['run']>[0][] = []
  const context = testContext({
    sandbox: {
      run: async (request) => {
        asked.push(request)
        return { value: 2, console: [], durationMs: 1 }
      },
    },
  })
  context.storedFiles.set('FILE-STORAGE::people.csv', {
    name: 'people.csv',
    mimeType: 'text/csv',
    bytes: new TextEncoder().encode('name,city\nAda,London\nGrace,New York\n'),
  })
  const model = scriptedModel([
    [{ type: 'tool-call', call: { id: '1', name: 'calculate_over_rows', input: { code: 'return rows.length' } } }],
    'There are two.',
  ])
  const agent = await buildNode<Chat>(csvAgent, { inputs: { model, csvFile: 'FILE-STORAGE::people.csv' }, context })
  let text = ''
  for await (const event of agent.answer({ question: 'How many?' }, testRun())) {
    if (event.type === 'token') text += event.text
  }
  expect(text).toBe('There are two.')
  expect(asked[0]).toMatchObject({
    code: 'return rows.length',
    globals: {
      rows: [
        { name: 'Ada', city: 'London' },
        { name: 'Grace', city: 'New York' },
      ],
    },
  })
  expect(model.requests[0]?.tools?.[0]?.description).toContain('2 objects with the keys ["name","city"]')
  expect(model.requests[1]?.messages.at(-1)).toEqual({ role: 'tool', toolCallId: '1', content: '2' })
})
