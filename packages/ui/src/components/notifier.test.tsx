import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { renderInApp } from '../../test/render.tsx'
import { dismissNotification, notify, useNotifications } from '../state/notifications.ts'
import Notifier from './notifier.tsx'

afterEach(() => {
  vi.useRealTimers()
  useNotifications.setState({ notifications: [] })
})

/** Time that passes in the page and nowhere else, step by step: what a step sets off begins with the next one. */
async function pass(milliseconds: number, step = 20): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) await act(() => vi.advanceTimersByTimeAsync(step))
}
const messages = () => screen.queryAllByText(/^Message/).map((toast) => toast.textContent)
const stored = () => useNotifications.getState().notifications.map(({ message }) => message)

/** Shows so many, and gives back their keys. */
async function showMessages(count: number): Promise<string[]> {
  renderInApp(<Notifier />)
  const keys: string[] = []
  act(() => {
    for (let number = 1; number <= count; number += 1) keys.push(notify(`Message ${number}`, { tone: 'info' }))
  })
  return keys
}

/** How long a dismissed toast takes to leave the page. */
async function timeToLeave(): Promise<number> {
  const [key = ''] = await showMessages(1)
  await pass(1000)
  act(() => dismissNotification(key))
  let milliseconds = 0
  for (; messages().length > 0; milliseconds += 1) await pass(1, 1)
  cleanup()
  return milliseconds
}

test('[NOTE-1] at most three notifications show at once, and each has its turn', async () => {
  vi.useFakeTimers()
  await showMessages(6)
  const counts = new Set<number>()
  const seen = new Set<string | null>()
  for (let passed = 0; passed < 12_000; passed += 50) {
    for (const message of messages()) seen.add(message)
    counts.add(messages().length)
    await pass(50, 50)
  }
  expect(Math.max(...counts)).toBe(3)
  expect([...seen].toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((number) => `Message ${number}`))
  expect([messages(), stored()]).toEqual([[], []])
})

test('[NOTE-1] a notification hides after 5000 ms, not 10 ms sooner or later, and is then removed', async () => {
  vi.useFakeTimers()
  const leaving = await timeToLeave()
  await showMessages(1)
  await pass(4900)
  await pass(90 + leaving, 1)
  expect([messages(), stored()]).toEqual([['Message 1'], ['Message 1']])
  await pass(20, 1)
  expect([messages(), stored()]).toEqual([[], []])
})

test('[NOTE-1] dismissed one by one or all at once, they leave the page and are removed by key', async () => {
  vi.useFakeTimers()
  const [, second = ''] = await showMessages(3)
  act(() => dismissNotification(second))
  await pass(1000)
  expect([messages().toSorted(), stored()]).toEqual([
    ['Message 1', 'Message 3'],
    ['Message 1', 'Message 3'],
  ])
  act(() => useNotifications.getState().dispatch({ type: 'dismiss-all' }))
  await pass(1000)
  expect([messages(), stored()]).toEqual([[], []])
})

test('an error stays until somebody closes it', async () => {
  vi.useFakeTimers()
  renderInApp(<Notifier />)
  act(() => {
    notify('Message that something broke', { tone: 'error' })
  })
  await pass(60_000)
  expect(messages()).toHaveLength(1)
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
