import { dismissFromInbox, listInbox } from '@chatwright/contract'
import type { InboxItem } from '@chatwright/contract'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import { useNotifications } from '../../state/notifications.ts'
import InboxScreen from './inbox-screen.tsx'

afterEach(() => void vi.unstubAllGlobals())

const anItem = (rest: Partial<InboxItem> = {}): InboxItem => ({
  runId: 'run-1',
  executionId: null,
  flowId: 'flow-1',
  flowName: 'Support',
  flowVersion: 1,
  question: 'When do you open?',
  reasons: ['rated-down'],
  said: 'Wrong hours',
  stores: [],
  durationMs: null,
  tokens: 10,
  createdDate: '2026-01-02T03:04:05.000Z',
  ...rest,
})
const page = (items: InboxItem[], nextCursor: string | null = null) => ({
  items,
  nextCursor,
  week: { now: 1, before: 4 },
})

function open(items: InboxItem[]) {
  const api = fakeApi()
  api.on(listInbox, () => page(items))
  return { api, show: () => renderScreen(<InboxScreen />, { path: '/inbox' }) }
}

test('it waits, then says why it cannot be read, tries again, and says what an empty one means', async () => {
  const { api, show } = open([])
  api.hang(listInbox)
  const { unmount } = show()
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  unmount()
  api.refuse(listInbox, 'The database is locked.')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The database is locked.')
  api.on(listInbox, () => page([]))
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Nothing to review' })).toBeTruthy()
})

test('a row says why it is here, with figures where those are the reason, and leads to the run', async () => {
  open([
    anItem(),
    anItem({
      runId: 'run-2',
      executionId: 'execution-2',
      question: '',
      said: null,
      reasons: ['slow', 'expensive'],
      durationMs: 61_000,
      tokens: 90_000,
    }),
    anItem({
      runId: 'run-3',
      question: 'Dogs?',
      said: null,
      reasons: ['found-nothing', 'slow'],
      stores: [{ id: 'store-1', name: 'Handbook' }],
    }),
  ]).show()
  const first = await screen.findByRole('link', { name: 'Open the run of “When do you open?”' })
  expect(first.getAttribute('href')).toBe('/runs/run-1')
  expect(screen.getByText('Wrong hours')).toBeTruthy()
  const second = screen.getByRole('link', { name: 'Open the run of “No text”' })
  expect(second.getAttribute('href')).toBe('/executions/execution-2')
  expect(screen.getByText(/^1 min.* · 90000 tokens$/)).toBeTruthy()
  const search = screen.getByRole('link', { name: 'Search Handbook for “Dogs?”' })
  expect(search.getAttribute('href')).toBe('/knowledge/store-1?tab=bench&question=Dogs%3F')
  expect(screen.getByText('1 answer to review in the last seven days, 4 in the seven days before')).toBeTruthy()
})

test('what is dismissed can be put back; a refusal says why', async () => {
  const { api, show } = open([anItem()])
  api.on(dismissFromInbox, ({ body }) => body)
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss “When do you open?”' }))
  await waitFor(() => expect(toldMessages()).toEqual(['Dismissed.']))
  const [told] = useNotifications.getState().notifications
  expect(told?.options.action?.label).toBe('Put back')
  act(() => told?.options.action?.run())
  await waitFor(() =>
    expect(api.sent(dismissFromInbox).map(({ params, body }) => [params.runId, body.dismissed])).toEqual([
      ['run-1', true],
      ['run-1', false],
    ]),
  )
  api.refuse(dismissFromInbox, 'It is gone.')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss “When do you open?”' }))
  await waitFor(() => expect(toldMessages().at(-1)).toBe('That didn’t work: It is gone.'))
})

test('one reason is asked for; where nothing has it the filter can be cleared; more comes when asked for', async () => {
  const { api, show } = open([])
  api.on(listInbox, ({ query }) =>
    query.reason === 'limit'
      ? page([])
      : query.cursor === 'second'
        ? page([anItem({ runId: 'run-2', question: 'Second?' })])
        : page([anItem()], 'second'),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Second?')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /All reasons/ }))
  await userEvent.click(await screen.findByText('Hit a limit'))
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('When do you open?')).toBeTruthy()
})
