import { isAgentflow, type Flow } from '@chatwright/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chosenModel, withModel } from '../../../testing/agent-flow.ts'
import { startFakeVendor, type FakeVendor, type VendorScript } from '../../../testing/fake-vendor.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let vendor: FakeVendor
let settings: Record<string, unknown>

const says = (...texts: (string | object)[]): VendorScript[] =>
  texts.map((text) => ({ tokens: [typeof text === 'string' ? text : JSON.stringify(text)] }))

/** What each template is asked, what its models answer, and what comes of it. */
const runs: Record<string, { question: string; models?: VendorScript[]; answer: string | RegExp; decides?: true }> = {
  'steps-ticket-desk': { question: 'My oven is broken', answer: /Repairs within two years/ },
  'steps-letter-with-approval': { question: 'Ann', answer: 'The letter is on its way.', decides: true },
  'steps-two-looks': { question: 'One elephant walks', answer: 'Your text: 3 words, the longest is elephant.' },
  'steps-countdown': { question: 'Go', answer: 'Lift-off after 2 more rounds.' },
  'steps-draft-and-review': {
    question: 'A slogan',
    models: says('Buy it', { verdict: 'again', remarks: 'kinder' }, 'Try it', { verdict: 'good', remarks: '' }),
    answer: 'Try it',
  },
  'steps-handover': {
    question: 'The screen is black',
    models: says({ output: 'Needs technical help' }, 'Is it plugged in?'),
    answer: 'Is it plugged in?',
  },
  'steps-guarded-tools': {
    question: 'What is 2 + 2?',
    models: [{ tokens: [], tool: 'calculator', toolInput: { input: '2+2' } }, ...says('It is 4.')],
    answer: 'It is 4.',
    decides: true,
  },
  'steps-fields-from-a-text': {
    question: 'Where is my parcel? Ann',
    models: says({ sender: 'Ann', topic: 'order', urgent: true }),
    answer: /Ann[^]*order[^]*true/,
  },
  'steps-team': {
    question: 'A text on bees',
    models: says({ next: 'writer', task: 'Write' }, 'Bees hum.', { next: 'FINISH', task: '' }),
    answer: 'Bees hum.',
  },
  'steps-translate-and-check': {
    question: 'Good day',
    models: says('Bonjour', 'Hello'),
    answer: 'Bonjour\n\n---\n\nBack again: Hello',
  },
}

beforeAll(async () => {
  ;[vendor, server] = await Promise.all([startFakeVendor(), testServer()])
  settings = await chosenModel(server, vendor.url)
})
afterAll(async () => {
  await server.close()
  await vendor.close()
})

test('every agent flow among the templates is run here, ten at least, four of them without a key', async () => {
  const { body: templates } = await server.send('GET', '/api/v1/marketplaces/templates')
  const own = (templates as { id: string; needs: string[] }[]).filter(({ id }) => id.startsWith('steps-'))
  expect(own.map(({ id }) => id).toSorted()).toEqual(Object.keys(runs).toSorted())
  expect(own.length).toBeGreaterThanOrEqual(10)
  expect(own.filter(({ needs }) => needs.length === 0)).toHaveLength(4)
})

test.each(Object.entries(runs))('%s runs to its end', async (id, { question, models = [], answer, decides }) => {
  const template = await server.send('GET', `/api/v1/marketplaces/templates/${id}`)
  const flow = JSON.parse(template.body.flowData) as Flow
  expect(isAgentflow(flow)).toBe(true)
  const created = await server.send('POST', '/api/v1/chatflows', {
    name: id,
    type: 'AGENTFLOW',
    flowData: JSON.stringify(withModel(flow, settings)),
  })
  vendor.upcoming = [...models]
  const ask = (body: object) => server.send('POST', `/api/v1/prediction/${created.body.id}`, { chatId: 'c', ...body })
  const first = await ask({ question })
  expect(first.status, first.text).toBe(200)
  const last = decides ? await ask({ humanInput: { type: 'proceed' } }) : first
  expect(last.body.text).toEqual(typeof answer === 'string' ? answer : expect.stringMatching(answer))
  expect(vendor.upcoming).toEqual([])
})
