import { outcomeOf } from '@chatwright/core'
import { beforeEach, expect, test } from 'vitest'
import { compile } from '../compile.ts'
import { collect, effectsOf, requestOf } from '../flow.fixture.ts'
import { run } from '../run.ts'
import { catalogue, drawSteps, world } from './steps.fixture.ts'

beforeEach(() => {
  world.done = []
})

/** Sends to an address that refers to the question, which a visitor writes. */
async function send(url: string, question: string, { credential = 'c1' } = {}) {
  const flow = drawSteps({ steps: { say_0: { text: '{{question}}' }, send_0: { url } }, edges: [] })
  flow.edges = drawSteps({ steps: { say_0: {}, send_0: {} }, edges: ['begin_0 > say_0', 'say_0 > send_0'] }).edges
  const node = flow.nodes.find(({ id }) => id === 'send_0')
  if (node && credential !== '') node.data.credential = credential
  const plan = await compile(flow, catalogue, { want: 'chat' })
  const effects = effectsOf(
    { variables: async () => ({ host: 'https://api.example.com/v1/' }) },
    { c1: { token: 'secret' } },
  )
  const request = {
    ...requestOf(question),
    overrides: { nodes: new Map(), variables: { host: 'https://evil.example/' } },
  }
  const outcome = outcomeOf(await collect(run(plan, request, effects)))
  return { sent: world.done, fault: outcome.fault }
}

test.each([
  ['{{question}}', 'https://evil.example/'],
  ['https://{{question}}/items', 'evil.example'],
  ['https://api.example.com{{question}}', '.evil.example/'],
  ['https://api.example.com{{say_0}}', '@evil.example/'],
  ['https://api.example.com:{{say_0.output.content}}', '8080'],
  ['https://{{$flow.chatId}}/', 'x'],
  ['https:\\{{question}}', 'evil.example'],
  ['{{$vars.host}}{{question}}', '../admin'],
  ['https://api.example.com/v1/{{question}}', '../admin'],
  ['https://api.example.com/v1/{{question}}', '%2e%2e/admin'],
  ['https://api.example.com/v1/{{question}}', String.raw`..\admin`],
])('%s takes no credential where %j wants it', async (url, question) => {
  const { sent, fault } = await send(url, question)
  expect(sent).toEqual([])
  expect(fault).toMatchObject({ code: 'refused', nodeId: 'send_0', field: 'url' })
})

test.each([
  ['https://api.example.com/v1/{{question}}', 'items/7', 'https://api.example.com/v1/items/7 secret'],
  [
    'https://api.example.com/?q={{question}}',
    'https://evil.example',
    'https://api.example.com/?q=https://evil.example secret',
  ],
  ['{{$vars.host}}{{question}}', 'items', 'https://api.example.com/v1/items secret'],
])('%s is filled behind the host that the builder wrote', async (url, question, sent) => {
  expect(await send(url, question)).toEqual({ sent: [sent], fault: undefined })
})

test('an address without a credential may be anybody’s word', async () => {
  const { sent } = await send('{{question}}', 'https://other.example/', { credential: '' })
  expect(sent).toEqual(['https://other.example/ nobody'])
})
