import { act, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { renderInApp } from '../../test/render.tsx'
import { TimeAgo } from './time-ago.tsx'

const NINE = Date.UTC(2026, 0, 2, 9)
const at = (minutes: number) => new Date(NINE + minutes * 60_000).toISOString()

beforeEach(() => void vi.useFakeTimers({ now: NINE }))
afterEach(() => void vi.useRealTimers())

const words = () => screen.getByRole('time').textContent
const pass = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))

test('what is on the screen for long does not stay "just now"', async () => {
  renderInApp(<TimeAgo date={at(0)} />)
  expect(words()).toBe('just now')
  await pass(5)
  expect(words()).toBe('5 minutes ago')
})

test('what happens after the page was opened is not in the future', async () => {
  let change: (date: string) => void = () => undefined
  function Polled() {
    const [date, setDate] = useState(at(-60))
    useEffect(() => {
      change = setDate
    }, [])
    return <TimeAgo date={date} />
  }
  renderInApp(<Polled />)
  expect(words()).toBe('1 hour ago')
  await pass(10)
  act(() => change(at(10)))
  expect(words()).toBe('just now')
})
