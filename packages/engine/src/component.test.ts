import { anchor, defineNode, string, type Documents, type VectorStore } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildValue } from './build-values.ts'
import { buildComponent, compileComponent } from './component.ts'
import type { Component } from './component-shape.ts'
import { catalogueOf, collect, effectsOf, endOf, requestOf } from './flow.fixture.ts'
import { echoModel, sessionMemory, talkChain } from './nodes.fixture.ts'
import { run } from './run.ts'

const common = { version: 1, description: 'For tests.', icon: 'x.svg' }

const keyed = defineNode({
  ...echoModel,
  name: 'keyed',
  label: 'Keyed',
  version: 2,
  credential: ['keyApi'],
  migrations: [{ to: 2, name: 'intro became prefix', migrate: ({ intro, ...rest }) => ({ ...rest, prefix: intro }) }],
  build: ({ inputs, credential, ...args }) =>
    echoModel.build({
      ...args,
      credential,
      inputs: { prefix: `${credential['key']} ${typeof inputs['prefix'] === 'string' ? inputs['prefix'] : ''} ` },
    }),
})

const loader = defineNode({
  ...common,
  name: 'loader',
  label: 'Loader',
  category: 'Document Loaders',
  baseClasses: ['Document'],
  inputs: { text: string({ label: 'Text', acceptVariable: true, destination: false }) },
  build: ({ inputs }): Documents => ({
    kind: 'documents',
    load: async () => [{ pageContent: inputs.text, metadata: {} }],
  }),
})

const store = defineNode({
  ...common,
  name: 'store',
  label: 'Store',
  category: 'Vector Stores',
  baseClasses: ['Store', 'BaseRetriever'],
  traits: { upserts: true },
  inputs: { document: anchor('Document', { label: 'Document', list: true, phase: 'upsert' }) },
  build: ({ inputs }): VectorStore => ({
    kind: 'vector-store',
    search: async () => inputs.document.map(() => ({ pageContent: 'has a loader', metadata: {} })),
    add: async () => {},
    searchByVector: async () => [],
    upsert: async (current) => {
      const addedDocs = (await Promise.all(inputs.document.map((each) => each.load(current)))).flat()
      return { numAdded: addedDocs.length, numUpdated: 0, numSkipped: 0, numDeleted: 0, addedDocs, failures: [] }
    },
    delete: async () => {},
    embeddings: { kind: 'embeddings', modelName: 'none', embedDocuments: async () => [], embedQuery: async () => [] },
  }),
})

const catalogue = catalogueOf(echoModel, talkChain, sessionMemory, keyed, loader, store)
const effects = effectsOf({ variables: async () => ({ company: 'Acme' }) }, { 'credential-1': { key: 'K' } })

async function say(component: Component, more = {}): Promise<string> {
  const built = await buildComponent(component, {
    catalogue,
    want: 'chat-model',
    request: requestOf('Q', more),
    effects,
  })
  let text = ''
  for await (const event of built.value.stream({ messages: [{ role: 'user', content: 'hi' }] }, built.run)) {
    if (event.type === 'text') text += event.text
  }
  return text
}

test('a model is built from its name and settings, with variables as in a flow', async () => {
  expect(await say({ name: 'echoModel' })).toBe('hi')
  expect(await say({ name: 'echoModel', inputs: { prefix: '{{$vars.company}}: ' } })).toBe('Acme: hi')
})

test('what a request brings is data: a reference in it is text', async () => {
  const overrides = { nodes: new Map([['judge', { prefix: '{{$vars.company}} ' }]]) }
  expect(await say({ name: 'echoModel', id: 'judge' }, { overrides })).toBe('{{$vars.company}} hi')
})

test('its credential is read, and settings of an older version are brought into today’s shape', async () => {
  const component = { name: 'keyed', credential: 'credential-1', inputs: { intro: 'old' }, version: 1 }
  expect(await say(component)).toBe('K old hi')
  await expect(say({ name: 'keyed', id: 'judge', label: 'The judge' })).rejects.toMatchObject({
    code: 'missing-credential',
    message: '"The judge" has no credential.',
    nodeId: 'judge',
  })
})

test('components stand where connections would, and a plan of them answers like a flow', async () => {
  const component: Component = {
    name: 'talkChain',
    id: 'step_0',
    inputs: { model: { name: 'echoModel', inputs: { prefix: '<' } }, memory: { name: 'sessionMemory' }, system: '' },
  }
  const plan = await compileComponent(component, catalogue, { want: 'chat' })
  expect(plan.steps.map(({ tag }) => tag)).toEqual([
    { id: 'step_0/model', name: 'echoModel', label: 'Echo Model' },
    { id: 'step_0/memory', name: 'sessionMemory', label: 'Session Memory' },
    { id: 'step_0', name: 'talkChain', label: 'Talk Chain' },
  ])
  const ask = async (question: string) => endOf(await collect(run(plan, requestOf(question), effects))).text
  expect([await ask('one'), await ask('two')]).toEqual(['<one', '<one|two'])
})

test('documents of several loaders are loaded into a store; as a retriever it is built without them', async () => {
  const component: Component = {
    name: 'store',
    inputs: {
      document: [
        { name: 'loader', inputs: { text: 'one' } },
        { name: 'loader', inputs: { text: 'two' } },
      ],
    },
  }
  const loading = await buildComponent(component, { catalogue, want: 'vector-store', request: requestOf(''), effects })
  expect((await loading.value.upsert(loading.run)).addedDocs.map(({ pageContent }) => pageContent)).toEqual([
    'one',
    'two',
  ])
  const searching = await buildComponent(component, { catalogue, want: 'retriever', request: requestOf(''), effects })
  expect(await searching.value.retrieve('x', searching.run)).toEqual([])
})

test.each([
  ['a node that is not there', { name: 'gone' }, { code: 'unknown-node', nodeId: 'gone_0' }],
  [
    'a node of another kind',
    { name: 'sessionMemory' },
    { code: 'not-there', message: `"Session Memory" isn't a chat model.`, nodeId: 'sessionMemory_0' },
  ],
])('%s is refused by name', async (_, component, error) => {
  await expect(compileComponent(component, catalogue, { want: 'chat-model' })).rejects.toMatchObject(error)
})

test('a connection that holds no node, and one that is missing, are refused by name', async () => {
  const chain = (model: unknown) =>
    compileComponent({ name: 'talkChain', inputs: { model } }, catalogue, { want: 'chat' })
  await expect(chain('echoModel')).rejects.toMatchObject({
    code: 'not-there',
    message: '"Model" of "Talk Chain" is empty.',
    nodeId: 'talkChain_0',
  })
  await expect(chain({ name: 5 })).rejects.toMatchObject({ code: 'not-there' })
  await expect(buildValue(await chain(undefined), requestOf(''), { effects })).rejects.toMatchObject({
    code: 'missing-input',
    field: 'model',
  })
})

test('requests share what a plan builds, unless they override it', async () => {
  let built = 0
  const counted = catalogueOf(
    defineNode({
      ...echoModel,
      build: (args) => {
        built += 1
        return echoModel.build(args)
      },
    }),
  )
  const plan = await compileComponent({ name: 'echoModel' }, counted, { want: 'chat-model' })
  const overrides = { nodes: new Map([['echoModel_0', { prefix: 'x' }]]) }
  for (const more of [{}, {}, { overrides }]) await buildValue(plan, requestOf('', more), { effects })
  expect(built).toBe(2)
})
