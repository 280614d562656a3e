import { createTestSet, deleteTestSet, listChatflows, listTestSets, renameTestSet } from '@chatwright/contract'
import type { TestSet } from '@chatwright/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import { aSet } from './tests.fixture.ts'
import './components/set-dialog.tsx'
import TestsScreen from './tests-screen.tsx'

afterEach(() => void vi.unstubAllGlobals())

function open(sets: TestSet[] | undefined) {
  const api = fakeApi()
  if (sets) api.on(listTestSets, () => ({ items: sets, nextCursor: null }))
  api.on(listChatflows, () => [{ id: 'flow-1', name: 'Support' }] as never)
  return { api, show: () => renderScreen(<TestsScreen />, { path: '/tests' }) }
}

const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const choose = async (action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for “Opening hours”' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('while the sets are on their way it says so', async () => {
  const { api, show } = open(undefined)
  api.hang(listTestSets)
  show()
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
})

test('sets that cannot be read say why, with the number of the request, and Retry asks again', async () => {
  const { api, show } = open(undefined)
  api.refuse(listTestSets, 'The database is locked.')
  show()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The database is locked.')
  expect(alert.textContent).toContain('request-1')
  api.on(listTestSets, () => ({ items: [aSet()], nextCursor: null }))
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'Open the test set “Opening hours”' })).toBeTruthy()
})

test('without any set it says where tests come from, and offers both ways', async () => {
  open([]).show()
  expect(await screen.findByRole('heading', { name: 'No tests yet' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open runs' }).getAttribute('href')).toBe('/runs')
  // One button only: not a second one in the head.
  expect(screen.getAllByRole('button', { name: 'New test set' })).toHaveLength(1)
})

test('a set tells how its cases ended last, and names those that never ran', async () => {
  open([
    aSet({ cases: 7, passed: 3, failed: 1, unproved: 2 }),
    aSet({ id: 'set-2', name: 'x'.repeat(120), cases: 0, passed: 0, failed: 0, unproved: 0 }),
  ]).show()
  const link = await screen.findByRole('link', { name: 'Open the test set “Opening hours”' })
  expect(link.getAttribute('href')).toBe('/tests/set-1')
  expect(screen.getAllByText('3 passed · 1 failed · 2 inconclusive · 1 not run')).not.toEqual([])
  expect(screen.getByRole('link', { name: `Open the test set “${'x'.repeat(120)}”` })).toBeTruthy()
})

test('more sets come when they are asked for', async () => {
  const { api, show } = open(undefined)
  api.on(listTestSets, ({ query }) =>
    query.cursor === 'second'
      ? { items: [aSet({ id: 'set-2', name: 'Refunds' })], nextCursor: null }
      : { items: [aSet()], nextCursor: 'second' },
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('link', { name: 'Open the test set “Refunds”' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a new set needs a flow and a name; once made, it opens', async () => {
  const { api, show } = open([])
  api.on(createTestSet, ({ body }) => aSet({ id: 'new', name: body.name }))
  const { address } = show()
  await screen.findByRole('heading', { name: 'No tests yet' })
  await userEvent.click(screen.getByRole('button', { name: 'New test set' }))
  const form = await inDialog('New test set')
  await userEvent.click(form.getByRole('button', { name: 'Create' }))
  expect(form.getByText('Choose a flow.')).toBeTruthy()
  expect(form.getByText('Enter a name.')).toBeTruthy()
  expect(api.sent(createTestSet)).toEqual([])
  await userEvent.click(form.getByRole('combobox', { name: /^Flow/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Support' }))
  await userEvent.type(form.getByLabelText('Name'), '  Refunds {Enter}')
  await waitFor(() => expect(address()).toBe('/tests/new'))
  expect(api.sent(createTestSet).map(({ body }) => body)).toEqual([{ flowId: 'flow-1', name: 'Refunds' }])
})

test('a name that is taken is said in the dialog, which keeps what was typed', async () => {
  const { api, show } = open([aSet()])
  api.refuse(renameTestSet, 'There is a set of this name.', { status: 409 })
  show()
  await choose('Rename')
  const form = await inDialog('Rename the test set')
  const name = form.getByLabelText('Name') as HTMLInputElement
  await userEvent.clear(name)
  await userEvent.click(form.getByRole('button', { name: 'Rename' }))
  expect(form.getByText('Enter a name.')).toBeTruthy()
  await userEvent.type(name, 'Refunds{Enter}')
  expect(await form.findByText('There is a set of this name.')).toBeTruthy()
  expect(name.value).toBe('Refunds')
  api.on(renameTestSet, ({ body }) => aSet({ name: body.name }))
  await userEvent.click(form.getByRole('button', { name: 'Rename' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.sent(renameTestSet).map(({ params, body }) => ({ ...params, ...body }))).toEqual([
    { id: 'set-1', name: 'Refunds' },
    { id: 'set-1', name: 'Refunds' },
  ])
})

test('flows that cannot be listed are said where one is to be chosen', async () => {
  const { api, show } = open([aSet()])
  api.refuse(listChatflows, 'Too many requests.')
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'New test set' }))
  expect(await (await inDialog('New test set')).findByText('Too many requests.')).toBeTruthy()
})

test('nothing is deleted without a yes, and a refusal is told', async () => {
  const { api, show } = open([aSet()])
  api.refuse(deleteTestSet, 'It is being run.')
  show()
  await choose('Delete the test set')
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete the test set' }))
  expect(question.getByText(/“Opening hours”, its cases and their recordings are deleted/)).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(api.sent(deleteTestSet)).toEqual([])
  await choose('Delete the test set')
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toldMessages()).toEqual(['It is being run.']))
  expect(api.sent(deleteTestSet).map(({ params }) => params)).toEqual([{ id: 'set-1' }])
})
