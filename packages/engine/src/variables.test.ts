import { code, defineNode, json, string, type Chat } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { compile } from './compile.ts'
import { catalogueOf, collect, draw, effectsOf, endOf, requestOf } from './flow.fixture.ts'
import { echoModel, talkChain } from './nodes.fixture.ts'
import type { RunRequest } from './request.ts'
import { run } from './run.ts'

const catalogue = catalogueOf(echoModel, talkChain)
/** Says what it was built with. */
const mirror = defineNode({
  name: 'mirror',
  label: 'Mirror',
  version: 1,
  category: 'Chains',
  description: 'Says what it was built with.',
  icon: 'x.svg',
  baseClasses: ['BaseChain'],
  traits: { answers: true },
  inputs: {
    code: code({ label: 'Code', optional: true }),
    address: string({ label: 'Address', optional: true, destination: true }),
    template: string({ label: 'Template', optional: true, isTemplate: true }),
    data: json({ label: 'Data', optional: true }),
    headers: string({ label: 'Headers', optional: true, destination: false, isJson: true }),
  },
  build: ({ inputs }): Chat => ({
    kind: 'chat',
    async *answer() {
      yield {
        type: 'token',
        text: JSON.stringify(inputs.code ?? inputs.address ?? inputs.template ?? inputs.data ?? inputs.headers),
      }
    },
  }),
})
const mirrorCatalogue = catalogueOf(mirror)
const variables = async () => ({ company: 'Acme', count: '3' })

async function answerWith(inputs: Record<string, unknown>, request: Partial<RunRequest> = {}) {
  const { flow } = draw(catalogue)
    .add('echoModel_0')
    .add('talkChain_0', inputs)
    .connect('echoModel_0', 'talkChain_0.model')
  const plan = await compile(flow, catalogue, { want: 'chat' })
  const asked = requestOf(request.question ?? 'Q', request)
  const history = { load: async () => [{ role: 'user' as const, content: 'stored' }], clear: async () => {} }
  return endOf(await collect(run(plan, asked, effectsOf({ variables, history })))).text
}

describe('variables in texts', () => {
  test('stand for the question, the history, attached text, the flow and the variables', async () => {
    const system =
      '{{question}} / {{chat_history}} / {{ file_attachment }} / {{$vars.company}} / ' +
      '{{$flow.chatId}} {{$flow.sessionId}} {{$flow.chatflowId}} {{$flow.apiMessageId}}'
    const text = await answerWith(
      { system },
      {
        history: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: 'hello' },
        ],
        fileAttachment: 'a file',
        flowValues: { apiMessageId: 'm1' },
      },
    )
    expect(text).toBe('Q / Human: hi\nAssistant: hello / a file / Acme / chat chat flow m1|Q')
  })

  test('take the stored conversation when the caller sends none', async () => {
    expect(await answerWith({ system: '{{chat_history}}' })).toBe('Human: stored|Q')
  })

  test('are filled in one pass: braces inside a question stay text', async () => {
    const question = '{{$vars.company}} {{chat_history}} {{echoModel_0.data.instance}} {x}'
    expect(await answerWith({ system: '<{{question}}>' }, { question })).toBe(`<${question}>|${question}`)
  })

  test('inside JSON values keep quotes and line breaks of what is filled in', async () => {
    const question = 'say "hi"\n{{question}}'
    const text = await answerWith({ values: '{"q":"{{question}}","n":[1,"{{$vars.company}}"]}' }, { question })
    expect(text).toBe(`${JSON.stringify({ q: question, n: [1, 'Acme'] })}|${question}`)
  })

  test('inside JSON that is whole only when it is filled in stay within their quotes', async () => {
    const question = 'x", "admin": "yes'
    const text = await answerWith({ values: '{"n":{{$vars.count}},"q":"{{question}}"}' }, { question })
    expect(text).toBe(`${JSON.stringify({ n: 3, q: question })}|${question}`)
  })

  test('of the owner and the chat stand in every text, what people say only where a node says so', async () => {
    const { flow } = draw(catalogue)
      .add('echoModel_0', { prefix: '{{$vars.company}} {{$flow.chatId}} {{question}} {{$vars.gone}}: ' })
      .add('talkChain_0')
      .connect('echoModel_0', 'talkChain_0.model')
    const end = endOf(
      await collect(run(await compile(flow, catalogue, { want: 'chat' }), requestOf('Q'), effectsOf({ variables }))),
    )
    expect(end.text).toBe('Acme chat {{question}} {{$vars.gone}}: Q')
  })

  test.each([
    ['code', { code: '{{$vars.company}}' }, '{{$vars.company}}'],
    [
      'an address, as the builder set them and not as the request says',
      { address: '{{$vars.company}} {{$flow.chatId}}' },
      'Acme {{$flow.chatId}}',
    ],
    ['a template of the node, its braces text', { template: '{{$vars.braces}} {name}' }, String.raw`\{name\} {name}`],
    ['JSON, its quotes text', { data: '{"a":"{{$vars.quotes}}"}' }, { a: '"' }],
  ])('stand in %s', async (_, inputs, expected) => {
    const values = async () => ({ company: 'Acme', braces: '{name}', quotes: '"' })
    const { flow } = draw(mirrorCatalogue).add('mirror_0', inputs)
    const plan = await compile(flow, mirrorCatalogue, { want: 'chat' })
    const asked = requestOf('Q', { overrides: { nodes: new Map(), variables: { company: 'Thief' } } })
    const end = endOf(await collect(run(plan, asked, effectsOf({ variables: values }))))
    expect(JSON.parse(end.text)).toEqual(expected)
  })

  test('of a chat stay within their quotes where a text is JSON', async () => {
    const { flow } = draw(mirrorCatalogue).add('mirror_0', { headers: '{"x-user": "{{$flow.sessionId}}"}' })
    const sessionId = 'me", "authorization": "Bearer mine'
    const session = { ...requestOf('Q').session, sessionId }
    const plan = await compile(flow, mirrorCatalogue, { want: 'chat' })
    const end = endOf(await collect(run(plan, requestOf('Q', { session }), effectsOf())))
    expect(JSON.parse(JSON.parse(end.text) as string)).toEqual({ 'x-user': sessionId })
  })

  test('with single braces belong to prompts and are left alone', async () => {
    expect(await answerWith({ system: '{question} {{{question}}} {{unknown}} {{no_0.data.instance}}' })).toBe(
      '{question} {Q} {{unknown}} {{no_0.data.instance}}|Q',
    )
  })

  test('never reach into inherited properties', async () => {
    expect(await answerWith({ system: '[{{$flow.constructor.name}}][{{$vars.constructor}}]' })).toBe(
      '[][{{$vars.constructor}}]|Q',
    )
  })

  test('of a model say that it has no text', async () => {
    const { flow } = draw(catalogue)
      .add('echoModel_0')
      .add('talkChain_0', { system: 'see {{echoModel_0.data.instance}}' })
      .connect('echoModel_0', 'talkChain_0.model')
    const end = endOf(await collect(run(await compile(flow, catalogue, { want: 'chat' }), requestOf('Q'), effectsOf())))
    expect(end.fault).toMatchObject({ code: 'bad-input', nodeId: 'talkChain_0' })
  })
})

describe('overrides', () => {
  const overrides = (nodeId: string, values: Record<string, unknown>) => ({ nodes: new Map([[nodeId, values]]) })

  test('change one request and no other', async () => {
    const { flow } = draw(catalogue).add('echoModel_0').add('talkChain_0').connect('echoModel_0', 'talkChain_0.model')
    const plan = await compile(flow, catalogue, { want: 'chat' })
    const ask = async (more: Partial<RunRequest>) =>
      endOf(await collect(run(plan, requestOf('Q', more), effectsOf()))).text
    expect(await ask({})).toBe('Q')
    expect(await ask({ overrides: overrides('echoModel_0', { prefix: 'over ' }) })).toBe('over Q')
    expect(await ask({})).toBe('Q')
  })

  test('are data: a reference in one is text', async () => {
    const more = { overrides: overrides('talkChain_0', { system: '{{$vars.company}}' }) }
    expect(await answerWith({}, more)).toBe('{{$vars.company}}|Q')
  })
})
