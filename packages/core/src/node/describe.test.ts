import { expect, test } from 'vitest'
import { defineNode } from './definition.ts'
import { describeCredential, describeNode } from './describe.ts'
import { givesKind, type Giver } from './gives-kind.ts'
import {
  asyncMultiOptions,
  asyncOptions,
  boolean,
  json,
  multiOptions,
  number,
  options,
  password,
  picker,
  string,
  array,
  component,
  variants,
} from './inputs.ts'

const choices = [{ label: 'One', name: 'one' }]

test('each input is described by its kind, as forms and older clients know it', () => {
  const described = describeNode(
    defineNode({
      name: 'everything',
      label: 'Everything',
      version: 1,
      category: 'Tools',
      description: 'One of each.',
      icon: 'x.svg',
      baseClasses: ['Everything'],
      badge: 'new',
      inputs: {
        text: string({ label: 'Text', additional: true }),
        secret: password({ label: 'Secret' }),
        amount: number({ label: 'Amount' }),
        isOn: boolean({ label: 'On' }),
        one: options({ label: 'One', options: choices }),
        some: multiOptions({ label: 'Some', options: choices }),
        loaded: asyncOptions('listOnes', { label: 'Loaded' }),
        loadedSome: asyncMultiOptions('listSome', { label: 'Loaded, some' }),
        more: json({ label: 'More' }),
      },
      build: () => undefined,
    }),
  )
  expect(described).toMatchObject({ type: 'Everything', badge: 'new' })
  expect(described.inputs).toEqual([
    { name: 'text', type: 'string', label: 'Text', additionalParams: true },
    { name: 'secret', type: 'password', label: 'Secret' },
    { name: 'amount', type: 'number', label: 'Amount' },
    { name: 'isOn', type: 'boolean', label: 'On' },
    { name: 'one', type: 'options', label: 'One', options: choices },
    { name: 'some', type: 'multiOptions', label: 'Some', options: choices },
    { name: 'loaded', type: 'asyncOptions', label: 'Loaded', loadMethod: 'listOnes' },
    { name: 'loadedSome', type: 'asyncMultiOptions', label: 'Loaded, some', loadMethod: 'listSome' },
    { name: 'more', type: 'json', label: 'More' },
  ])
})

test('a step is described with its colour, its rows, the nodes chosen in it and every form of an input', () => {
  const described = describeNode(
    defineNode({
      name: 'step',
      label: 'Step',
      version: 1,
      category: 'Agent Flows',
      description: 'A step.',
      icon: 'x.svg',
      color: '#7EE787',
      baseClasses: ['Step'],
      inputs: {
        at: picker('timePicker', { label: 'At' }),
        stores: array(
          {
            store: component('VectorStore', 'listStores', { label: 'Store', connects: { embeddings: 'model' } }),
            model: component('Embeddings', 'listEmbeddings', { label: 'Model' }),
          },
          { label: 'Stores' },
        ),
        body: variants(
          string({ label: 'Body', show: { kind: 'text' } }),
          array({ key: string({ label: 'Key', additional: true }) }, { label: 'Rows', show: { kind: 'rows' } }),
        ),
      },
      build: () => undefined,
    }),
  )
  expect(described).toMatchObject({ color: '#7EE787' })
  const chosen = { type: 'asyncOptions', loadConfig: true }
  expect(described.inputs).toEqual([
    { name: 'at', type: 'timePicker', label: 'At' },
    {
      name: 'stores',
      type: 'array',
      label: 'Stores',
      array: [
        {
          ...chosen,
          name: 'store',
          label: 'Store',
          component: 'VectorStore',
          loadMethod: 'listStores',
          connects: { embeddings: 'model' },
        },
        { ...chosen, name: 'model', label: 'Model', component: 'Embeddings', loadMethod: 'listEmbeddings' },
      ],
    },
    {
      name: 'body',
      type: 'string',
      label: 'Body',
      show: { kind: 'text' },
      variants: [
        {
          name: 'body',
          type: 'array',
          label: 'Rows',
          show: { kind: 'rows' },
          array: [{ name: 'key', type: 'string', label: 'Key', additionalParams: true }],
        },
      ],
    },
  ])
})

test('a credential says whether it can be tried', () => {
  const declared = { name: 'vendorApi', label: 'Vendor', version: 1, inputs: { key: password({ label: 'Key' }) } }
  const described = { ...declared, inputs: [{ name: 'key', type: 'password', label: 'Key' }] }
  expect(describeCredential(declared)).toEqual({ ...described, canTest: false })
  const test = async () => ({ isWorking: true, message: '' })
  expect(describeCredential({ ...declared, test } as never)).toEqual({ ...described, canTest: true })
})

test('a store gives itself whichever output is chosen, and what its classes say besides', () => {
  const store: Giver = {
    baseClasses: ['VectorStore', 'BaseRetriever'],
    outputs: [{ name: 'retriever', label: 'Retriever', baseClasses: ['BaseRetriever'] }],
    traits: { upserts: true },
  }
  expect(givesKind(store, 'vector-store', 'retriever')).toBe(true)
  expect(givesKind(store, 'retriever', 'retriever')).toBe(true)
  expect(givesKind(store, 'embeddings', 'retriever')).toBe(false)
  expect(givesKind({ ...store, traits: {} }, 'vector-store', 'retriever')).toBe(false)
})
