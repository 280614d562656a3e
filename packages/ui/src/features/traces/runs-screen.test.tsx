import {
  countRuns,
  dismissRuns,
  findRuns,
  getRun,
  keepAsTest,
  listCauses,
  listChatflows,
  listWaits,
} from '@chatwright/contract'
import type { FoundRun } from '@chatwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import RunsScreen from './runs-screen.tsx'

afterEach(() => void vi.unstubAllGlobals())

const aRun = (run: Partial<FoundRun> = {}): FoundRun => ({
  id: 'run-1',
  executionId: null,
  flowId: 'flow-1',
  flowName: 'Refunds',
  flowVersion: 3,
  isDraft: false,
  status: 'done',
  question: 'When do you open?',
  answer: 'At nine.',
  fault: null,
  cause: null,
  foundNothing: false,
  stores: [],
  source: 'chat',
  chatId: 'chat-1',
  rating: null,
  comment: null,
  isDismissed: false,
  isShared: false,
  inputTokens: 900,
  outputTokens: 100,
  durationMs: 1500,
  priceMicro: 20_000,
  createdDate: '2026-01-02T03:04:05.000Z',
  ...run,
})

const failed = (id: string, question: string): FoundRun =>
  aRun({ id, question, status: 'failed', answer: '', fault: { message: 'The key is wrong.', hint: null }, cause: 'c1' })

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  // First: its address fits those of the lists, too.
  api.on(getRun, () => ({ ...aRun(), answer: 'At nine, in full.', events: [] }) as never)
  api.on(listChatflows, () => [])
  api.on(countRuns, () => ({ waiting: 2, failed: 100, ratedDown: 0, most: 100 }))
  api.on(listCauses, () => ({ items: [], looked: 0, hasMore: false }))
  api.on(findRuns, () => ({ items: [aRun(), failed('run-2', 'Parking?')], nextCursor: null }))
})

const show = (path = '/runs') => renderScreen(<RunsScreen />, { path, route: '/runs' })
const link = (name: string) => screen.findByRole('link', { name })

test('a row says what was asked and what came of it; views say how many need a look', async () => {
  show()
  expect((await link('When do you open?')).getAttribute('href')).toBe('/runs/run-1')
  expect(screen.getByText('At nine.')).toBeTruthy()
  expect(screen.getByText('The key is wrong.')).toBeTruthy()
  expect(screen.getAllByText('v3 · Chat')).toHaveLength(2)
  await screen.findByRole('tab', { name: 'Failed (100+)' })
  expect(screen.getByRole('tab', { name: 'Waiting (2)' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Rated down' })).toBeTruthy()
})

test('words and filters stand in the address, and are what is asked for', async () => {
  const { address } = show('/runs?status=done&time=day')
  await link('When do you open?')
  await userEvent.type(screen.getByRole('searchbox'), 'park')
  await waitFor(() => expect(address()).toBe('/runs?words=park&status=done&time=day'))
  await waitFor(() => expect(api.sent(findRuns).at(-1)?.query).toMatchObject({ words: 'park', status: 'done' }))
  api.on(findRuns, () => ({ items: [], nextCursor: null }))
  await userEvent.type(screen.getByRole('searchbox'), 'x')
  const nothing = await screen.findByRole('heading', { name: 'Nothing found for “parkx”' })
  await userEvent.click(within(nothing.parentElement ?? document.body).getByRole('button', { name: 'Clear search' }))
  await waitFor(() => expect(address()).toBe('/runs'))
})

test('pages in which nothing fits are passed over, until one fits', async () => {
  const pages = [
    { items: [], nextCursor: 'a' },
    { items: [], nextCursor: 'b' },
    { items: [aRun()], nextCursor: 'c' },
  ]
  api.on(findRuns, () => pages.shift() ?? { items: [aRun({ id: 'run-9', question: 'Older?' })], nextCursor: null })
  show()
  await link('When do you open?')
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await link('Older?')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('what failed alike is one cause, which lists its runs alone', async () => {
  const flows = [{ id: 'flow-1', name: 'Refunds' }]
  const cause = { cause: 'c1', message: 'The key is wrong.', count: 4, flows, newestDate: aRun().createdDate }
  api.on(listCauses, () => ({ items: [cause, { ...cause, cause: 'c2', count: 1 }], looked: 5, hasMore: false }))
  const { address } = show('/runs?view=failed')
  const causes = await screen.findByRole('region', { name: 'Most frequent causes' })
  expect(within(causes).getAllByRole('button')).toHaveLength(1)
  await userEvent.click(within(causes).getByRole('button', { name: /4 ×/ }))
  expect(address()).toBe('/runs?view=failed&cause=c1')
  await waitFor(() =>
    expect(api.sent(findRuns).at(-1)?.query).toMatchObject({ view: 'failed', cause: 'c1', open: 'true' }),
  )
})

test('keys walk, choose and show at a glance; never while somebody writes', async () => {
  show()
  await link('When do you open?')
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'j' })
  expect(document.activeElement?.textContent).not.toBe('When do you open?')
  fireEvent.keyDown(document.body, { key: 'j' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('When do you open?'))
  fireEvent.keyDown(document.body, { key: 'x' })
  await screen.findByRole('group', { name: '1 run chosen' })
  fireEvent.keyDown(document.body, { key: ' ' })
  const glance = await screen.findByRole('complementary', { name: 'Run at a glance' })
  await within(glance).findByRole('link', { name: 'Open the run' })
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
})

test('several are kept as tests one after the other; one that cannot be kept stops none of the others', async () => {
  api.on(keepAsTest, ({ body }) =>
    body.runId === 'run-2' ? Response.json({ message: 'It is gone.' }, { status: 404 }) : ({} as never),
  )
  show()
  for (const box of await screen.findAllByRole('checkbox')) await userEvent.click(box)
  const bar = screen.getByRole('group', { name: '2 runs chosen' })
  // Of chats alone the conversation can be deleted.
  expect(within(bar).queryByRole('button', { name: 'Delete' })).toBeNull()
  await userEvent.click(within(bar).getByRole('button', { name: 'Keep as tests' }))
  await waitFor(() => expect(toldMessages()).toHaveLength(2))
  expect(toldMessages()[0]).toBe('Kept 1 test.')
  expect(toldMessages()[1]).toMatch(/^1 run couldn’t be kept: /)
})

test('what was looked at is dismissed from its view, and can be put back', async () => {
  api.on(dismissRuns, ({ body }) => ({ dismissed: body.dismissed }))
  show('/runs?view=failed')
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss “Parking?”' }))
  await waitFor(() => expect(toldMessages()).toEqual(['Dismissed 1 run.']))
  expect(api.sent(dismissRuns).map(({ body }) => body)).toEqual([{ ids: ['run-2'], dismissed: true }])
})

test('what waits is decided in place, also what waits from before there was an end', async () => {
  api.on(listWaits, () => ({ items: [], nextCursor: null, total: 0 }))
  show('/runs?view=waiting&withoutEnd=true')
  await screen.findByText('Only runs from before there was a limit are listed.')
  await waitFor(() => expect(api.sent(listWaits).at(-1)?.query).toMatchObject({ withoutEnd: 'true' }))
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  await screen.findByRole('heading', { name: 'Nothing is waiting for a decision' })
})

test('it says why it cannot be read, and what an empty one means', async () => {
  api.refuse(findRuns, 'The database is locked.')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The database is locked.')
  api.on(findRuns, () => ({ items: [], nextCursor: null }))
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'See what your flows answer' })).toBeTruthy()
})
