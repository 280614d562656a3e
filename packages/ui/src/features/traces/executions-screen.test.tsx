import { deleteExecutions, listChatflows, listExecutions, updateExecution } from '@chatwright/contract'
import type { ListedExecution } from '@chatwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import './components/share-dialog.tsx'
import ExecutionsScreen from './executions-screen.tsx'

afterEach(() => void vi.unstubAllGlobals())

const A_DATE = '2026-01-02T03:04:05.000Z'
const anExecution = (rest: Partial<ListedExecution> = {}): ListedExecution => ({
  id: 'one',
  state: 'FINISHED',
  agentflowId: 'flow-1',
  agentflow: { id: 'flow-1', name: 'Refunds' },
  sessionId: 'session-1',
  action: null,
  isPublic: false,
  shareId: null,
  hasOldLink: false,
  createdDate: A_DATE,
  updatedDate: A_DATE,
  stoppedDate: null,
  question: 'Give me my money back',
  agentflowVersion: 1,
  durationMs: 2947,
  inputTokens: 1000,
  outputTokens: 234,
  priceMicro: null,
  fault: null,
  ...rest,
})

function open(executions: ListedExecution[], { path = '/executions', total = executions.length } = {}) {
  const api = fakeApi()
  api.on(listExecutions, () => ({ data: executions, total }))
  api.on(listChatflows, () => [{ id: 'flow-1', name: 'Refunds' }] as never)
  return { api, show: () => renderScreen(<ExecutionsScreen />, { path, route: '/executions' }) }
}

test('while the list loads it says so; a failure names its cause, and Retry reads again', async () => {
  const { api, show } = open([anExecution()])
  api.hang(listExecutions)
  const { unmount } = show()
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  unmount()
  api.refuse(listExecutions, 'The database is locked.')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The database is locked.')
  api.on(listExecutions, () => ({ data: [anExecution()], total: 1 }))
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'Give me my money back' })).toBeTruthy()
})

test('nothing yet and nothing found are two pictures, and the second is cleared', async () => {
  const { show } = open([])
  const { unmount } = show()
  expect(await screen.findByRole('heading', { name: 'See what your agent flows did' })).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
  unmount()
  const filtered = open([], { path: '/executions?session=abc&state=ERROR' })
  const { address } = filtered.show()
  expect(await screen.findByText('Nothing found for “abc”')).toBeTruthy()
  expect(filtered.api.sent(listExecutions)[0]?.query).toMatchObject({ sessionId: 'abc', state: 'ERROR' })
  await userEvent.click(screen.getByText('Clear search'))
  expect(address()).toBe('/executions')
})

test('each says what was asked, of which flow, how it went and what it took', async () => {
  open([
    anExecution(),
    anExecution({ id: 'two', question: '  ', state: 'ERROR', fault: { message: 'The key is wrong.' } }),
  ]).show()
  const row = (await screen.findByRole('link', { name: 'Give me my money back' })).closest('tr')
  for (const words of ['Refunds', 'Done', '2.9 s', '1,234']) expect(row?.textContent).toContain(words)
  const failed = screen.getByRole('link', { name: 'No question' }).closest('tr')
  for (const words of ['Failed', 'The key is wrong.']) expect(failed?.textContent).toContain(words)
})

test('with the keys alone one is chosen and deleted after a yes; those still running are told of', async () => {
  const { api, show } = open([anExecution(), anExecution({ id: 'two', question: 'And mine?' })])
  api.on(deleteExecutions, () => ({ success: true, deletedCount: 1 }))
  show()
  for (const name of ['Choose “Give me my money back”', 'Choose “And mine?”']) {
    ;(await screen.findByRole('checkbox', { name })).focus()
    await userEvent.keyboard(' ')
  }
  screen.getByRole('button', { name: 'Delete 2 runs' }).focus()
  await userEvent.keyboard('{Enter}')
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete 2 runs?' }))
  fireEvent.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toldMessages()).toEqual(['Deleted 1 run.', '1 is still running and was kept.']))
  expect(api.sent(deleteExecutions).map(({ body }) => body)).toEqual([{ executionIds: ['one', 'two'] }])
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Delete \d/ })).toBeNull())
})

test('what cannot be deleted is told, and stays chosen', async () => {
  const { api, show } = open([anExecution()])
  api.refuse(deleteExecutions, 'The database is locked.')
  show()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose “Give me my money back”' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete 1 run' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toldMessages()).toEqual(['The database is locked.']))
  expect(await screen.findByRole('button', { name: 'Delete 1 run' })).toBeTruthy()
})

test('pages are turned by the address, and a page that is no longer there gives way to the last one', async () => {
  const { api, show } = open([anExecution()], { path: '/executions?page=3', total: 25 })
  api.on(listExecutions, ({ query }) => ({ data: Number(query.page) > 2 ? [] : [anExecution()], total: 25 }))
  const { address } = show()
  expect(await screen.findByRole('link', { name: 'Give me my money back' })).toBeTruthy()
  expect(address()).toBe('/executions?page=2')
  expect(screen.getByRole('navigation', { name: 'Page 2 of 2' })).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Previous page' }))
  expect(address()).toBe('/executions')
})

test('one that was shared at an address of before says so, and is shared with a new link', async () => {
  const { api, show } = open([anExecution({ hasOldLink: true })])
  api.on(updateExecution, () => {
    const shared = anExecution({ isPublic: true, shareId: 'a-new-address' })
    api.on(listExecutions, () => ({ data: [shared], total: 1 }))
    return { ...shared, executionData: '[]' }
  })
  show()
  expect(await screen.findByText('Its earlier link ended')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Actions for/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Share with a new link' }))
  const form = within(await screen.findByRole('dialog', { name: 'Share this run' }))
  await userEvent.click(form.getByRole('switch', { name: 'Anyone with the link can read it' }))
  expect(await form.findByDisplayValue(/\/execution\/a-new-address$/)).toBeTruthy()
  expect(api.sent(updateExecution).map(({ body }) => body)).toEqual([{ isPublic: true }])
})
