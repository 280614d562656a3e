import type { NodeDescription } from '@chatwright/core'
import { expect, test } from 'vitest'

import { formInputs } from '../../../parts/parameter-form/node-defaults.ts'
import { readFilter } from './read-filter.ts'
import { draftOf, newDraft, toSourceValues, withSplitter } from './source-draft.ts'

const common = { version: 1, description: '', icon: 'x.svg', baseClasses: ['Document'], outputs: [] }
const loader = {
  ...common,
  name: 'plainText',
  label: 'Plain Text',
  category: 'Document Loaders',
  inputs: [
    { name: 'text', label: 'Text', type: 'string' },
    { name: 'textSplitter', label: 'Text Splitter', type: 'TextSplitter' },
  ],
} as unknown as NodeDescription
const splitter = {
  ...common,
  name: 'markdownTextSplitter',
  label: 'Markdown',
  category: 'Text Splitters',
  inputs: [{ name: 'chunkSize', label: 'Chunk Size', type: 'number', default: 1000 }],
} as unknown as NodeDescription

test('a new source is cut into short passages with their headings, and its form has no connections', () => {
  const draft = newDraft(loader, [splitter])
  expect(draft).toEqual({
    loaderId: 'plainText',
    loaderName: 'Plain Text',
    loaderConfig: { text: '' },
    splitterId: 'markdownTextSplitter',
    splitterConfig: { chunkSize: 300, chunkOverlap: 40, splitByHeaders: 'h6' },
  })
  expect(formInputs(loader).map(({ name }) => name)).toEqual(['text'])
  expect(withSplitter(draft, undefined)).toMatchObject({ splitterId: '', splitterConfig: {} })
  expect(toSourceValues('s', draft, 'Markdown')).toMatchObject({ storeId: 's', splitterName: 'Markdown' })
})

test('a stored source comes back as it was, with its credential among its values', () => {
  const source = {
    id: 'a',
    loaderId: 'github',
    loaderName: 'Code',
    loaderConfig: { repoLink: 'x' },
    splitterId: '',
    splitterName: '',
    splitterConfig: {},
    credential: 'c',
    totalChunks: 0,
    totalChars: 0,
    status: 'SYNC' as const,
    files: [],
    source: 'x',
    failures: [],
    loadedDate: null,
    revision: 'r1',
  }
  expect(draftOf(source)).toMatchObject({ id: 'a', basedOn: 'r1', loaderConfig: { repoLink: 'x', credential: 'c' } })
})

test('a filter is an object or nothing', () => {
  expect(readFilter(' ')).toEqual({ isWrong: false })
  expect(readFilter('{"a": 1}')).toEqual({ filter: { a: 1 }, isWrong: false })
  expect([readFilter('[1]'), readFilter('{')]).toEqual([{ isWrong: true }, { isWrong: true }])
})
