import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { renderInApp } from '../../test/render.tsx'
import { notify, useNotifications } from '../state/notifications.ts'
import Notifier from './notifier.tsx'

afterEach(() => {
  vi.useRealTimers()
  useNotifications.setState({ notifications: [] })
})

test('[NOTE-1] at most three notifications show at once', async () => {
  renderInApp(<Notifier />)
  act(() => {
    for (const number of [1, 2, 3, 4]) notify(`Message ${number}`, { tone: 'info' })
  })
  await screen.findByText('Message 3')
  expect(screen.queryAllByText(/^Message/)).toHaveLength(3)
})

test('[NOTE-1] a notification hides after 5000 ms and is then removed; an error stays', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderInApp(<Notifier />)
  act(() => {
    notify('Saved', { tone: 'success' })
    notify('Broken', { tone: 'error' })
  })
  await screen.findByText('Saved')
  await act(() => vi.advanceTimersByTimeAsync(4500))
  expect(screen.queryByText('Saved')).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  await waitFor(() => expect(screen.queryByText('Saved')).toBeNull())
  expect(useNotifications.getState().notifications.map(({ message }) => message)).toEqual(['Broken'])
})

test('the action of a notification runs once and closes it', async () => {
  const run = vi.fn<() => void>()
  renderInApp(<Notifier />)
  act(() => {
    notify('Deleted', { tone: 'info', action: { label: 'Undo', run } })
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(run).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(screen.queryByText('Deleted')).toBeNull())
})
