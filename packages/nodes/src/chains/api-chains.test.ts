import type { Chat, NodeDefinition } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { collect, rejection, textOf } from '../../test/collect.ts'
import { scriptedModel } from '../../test/conforming-values.ts'
import { json, replay, text, type Answer } from '../../test/replay.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import getApiChain from './get-api-chain.ts'
import openApiChain from './open-api-chain.ts'
import postApiChain from './post-api-chain.ts'

const apiDocs = 'BASE URL: https://api.weather.example/v1 . GET /now?city= gives the weather.'

async function build(node: NodeDefinition, { script, answers }: { script: string[]; answers: Answer[] }) {
  const { fetch, requests } = replay(...answers)
  const model = scriptedModel(script)
  const chat = await buildNode<Chat>(node, {
    inputs: { model, apiDocs, headers: '{"Authorization":"Bearer t"}' },
    context: testContext({ fetch }),
  })
  const ask = (question: string) => collect(chat.answer({ question }, testRun({ question })))
  return { ask, model, requests }
}

describe('getApiChain', () => {
  test('calls the address the model wrote, and answers from what came back', async () => {
    const { ask, model, requests } = await build(getApiChain, {
      script: ['https://api.weather.example/v1/now?city=Bonn', 'It rains.'],
      answers: [json({ weather: 'rain' })],
    })
    expect(textOf(await ask('Weather in Bonn?'))).toBe('It rains.')
    expect(requests[0]).toMatchObject({
      method: 'GET',
      url: 'https://api.weather.example/v1/now?city=Bonn',
      headers: { authorization: 'Bearer t' },
    })
    expect(JSON.stringify(model.requests[1])).toContain('rain')
  })

  test.each([
    ['another host', 'https://evil.example/steal', /evil\.example.*doesn't name/],
    ['no address', 'I cannot help with that', /returned no address/],
  ])('refuses %s', async (_, written, message) => {
    const { ask, requests } = await build(getApiChain, { script: [written], answers: [] })
    expect(await rejection(ask('x'))).toMatchObject({ message: expect.stringMatching(message), field: 'apiDocs' })
    expect(requests).toEqual([])
  })
})

describe('postApiChain', () => {
  test('sends the body the model wrote', async () => {
    const { ask, requests } = await build(postApiChain, {
      script: ['Here: {"url":"https://api.weather.example/v1/report","data":{"city":"Bonn"}}', 'Done.'],
      answers: [json({ ok: true })],
    })
    expect(textOf(await ask('Report rain in Bonn'))).toBe('Done.')
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: 'https://api.weather.example/v1/report',
      body: { city: 'Bonn' },
    })
  })

  test('says when the model wrote no request', async () => {
    const { ask } = await build(postApiChain, { script: ['{"address": 1}'], answers: [] })
    expect(await rejection(ask('x'))).toMatchObject({ message: expect.stringContaining('returned no request body') })
  })
})

describe('openApiChain', () => {
  const document = `openapi: 3.0.0
servers: [{ url: https://api.weather.example/v1 }]
paths:
  /now:
    get:
      operationId: currentWeather
      summary: The weather in a city
      parameters: [{ name: city, in: query, required: true, schema: { type: string } }]`

  test('calls the endpoint the model picks and answers from it', async () => {
    const { fetch, requests } = replay(text(document), json({ weather: 'rain' }))
    const model = scriptedModel([
      [
        { type: 'tool-call', call: { id: 'a', name: 'currentWeather', input: { city: 'Bonn' } } },
        { type: 'finish', reason: 'tool-calls' },
      ],
      'It rains.',
    ])
    const chat = await buildNode<Chat>(openApiChain, {
      inputs: { model, yamlLink: 'https://docs.weather.example/openapi.yaml', headers: '{"x-key":"k"}' },
      context: testContext({ fetch }),
    })
    expect(textOf(await collect(chat.answer({ question: 'Weather in Bonn?' }, testRun())))).toBe('It rains.')
    expect(requests[1]).toMatchObject({
      url: 'https://api.weather.example/v1/now?city=Bonn',
      headers: { 'x-key': 'k' },
    })
    expect(model.requests[0]?.tools?.map((tool) => tool.name)).toEqual(['currentWeather'])
  })

  test('needs a document', async () => {
    const chat = await buildNode<Chat>(openApiChain, { inputs: { model: scriptedModel([]) } })
    expect(await rejection(collect(chat.answer({ question: 'x' }, testRun())))).toMatchObject({ field: 'yamlLink' })
  })
})
