import { IconFileText } from '@tabler/icons-react'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { renderInApp } from '../../../../test/render.tsx'
import { WelcomeDoor } from './welcome-door.tsx'

afterEach(cleanup)

const door = { icon: IconFileText, title: 'Chat with a document', text: 'Reading a.pdf…', action: null }

test('a door behind which nothing goes on shows no movement', () => {
  renderInApp(<WelcomeDoor {...door} />)
  expect([screen.queryByRole('progressbar'), screen.queryByRole('status')]).toEqual([null, null])
})

test('while a document is read, something moves before its size is known, and is said', () => {
  renderInApp(<WelcomeDoor {...door} work={{ label: 'Reading a.pdf…', share: undefined }} />)
  expect(screen.getByRole('progressbar', { name: 'Reading a.pdf…' }).getAttribute('aria-valuenow')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('Reading a.pdf…')
})

test('once its size is known, the bar says how much is read', () => {
  renderInApp(<WelcomeDoor {...door} work={{ label: 'Reading a.pdf…', share: 40 }} />)
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
})
