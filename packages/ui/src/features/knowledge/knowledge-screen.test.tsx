import { createKnowledge, listKnowledge } from '@chatwright/contract'
import type { KnowledgeStore } from '@chatwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import KnowledgeScreen from './knowledge-screen.tsx'
import { aSource, aStore } from './knowledge.fixture.ts'

afterEach(() => void vi.unstubAllGlobals())

function open(stores: KnowledgeStore[]) {
  const api = fakeApi()
  api.on(listKnowledge, () => stores)
  return { api, show: () => renderScreen(<KnowledgeScreen />, { path: '/knowledge' }) }
}

const files = (...names: string[]) => ({
  dataTransfer: { types: ['Files'], files: names.map((name) => new File(['x'], name)) },
})

test('stores that cannot be read say why, and Retry asks again; without any it says what they are for', async () => {
  const { api, show } = open([])
  api.refuse(listKnowledge, 'The database is locked.')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The database is locked.')
  api.on(listKnowledge, () => [])
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'No documents yet' })).toBeTruthy()
})

test('a card says how a store stands; words find it in any order', async () => {
  open([
    aStore({ status: 'UPSERTED', loaders: [aSource(), aSource({ id: 'two' })], totalChunks: 1 }),
    aStore({ id: 'store-2', name: 'Prices', description: '' }),
  ]).show()
  const card = (await screen.findByRole('link', { name: 'Handbook' })).closest('[role=listitem]')
  expect(card?.textContent).toContain('Ready2 sources1 chunk')
  expect(screen.getByText('No description')).toBeTruthy()
  const search = screen.getByRole('searchbox', { name: 'Search knowledge bases' })
  fireEvent.change(search, { target: { value: 'house hand' } })
  expect(screen.queryByRole('link', { name: 'Prices' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Handbook' })).toBeTruthy()
  fireEvent.change(search, { target: { value: 'dogs' } })
  expect(screen.getByRole('heading', { name: 'Nothing found for “dogs”' })).toBeTruthy()
})

test('a store needs a name, and opens once it is made; a refusal keeps what was typed', async () => {
  const { api, show } = open([aStore()])
  api.refuse(createKnowledge, 'There are too many stores.')
  const { address } = show()
  await userEvent.click(await screen.findByRole('button', { name: 'New knowledge base' }))
  const form = within(await screen.findByRole('dialog', { name: 'New knowledge base' }))
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('This field is required.')).toBeTruthy()
  expect(api.sent(createKnowledge)).toEqual([])
  fireEvent.change(form.getByLabelText('Name'), { target: { value: 'Prices' } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('There are too many stores.')).toBeTruthy()
  // A new store has nothing yet that could be read again.
  expect(form.queryByRole('combobox')).toBeNull()
  api.on(createKnowledge, () => aStore({ id: 'store-2' }))
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(address()).toBe('/knowledge/store-2'))
  expect(api.sent(createKnowledge)[1]?.body).toEqual({ name: 'Prices', description: '' })
})

test('files that are dropped make a store of their name; what is no file is left alone', async () => {
  const { api, show } = open([aStore()])
  api.refuse(createKnowledge, 'The disk is full.')
  show()
  await screen.findByRole('link', { name: 'Handbook' })
  fireEvent.dragOver(window, { dataTransfer: { types: ['text/plain'], files: [] } })
  expect(screen.queryByText('Drop the files to create a knowledge base from them.')).toBeNull()
  fireEvent.dragOver(window, files('rules.v2.pdf'))
  expect(screen.getByText('Drop the files to create a knowledge base from them.')).toBeTruthy()
  fireEvent(window, new MouseEvent('dragleave', { relatedTarget: null }))
  expect(screen.queryByText('Drop the files to create a knowledge base from them.')).toBeNull()
  fireEvent.drop(window, files('rules.v2.pdf'))
  await waitFor(() => expect(toldMessages()).toEqual(['The disk is full.']))
  expect(api.sent(createKnowledge).map(({ body }) => body.name)).toEqual(['rules.v2'])
  fireEvent.drop(window, files())
  expect(api.sent(createKnowledge)).toHaveLength(1)
})
