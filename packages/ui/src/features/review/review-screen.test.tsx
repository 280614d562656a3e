import { decideReview, getReview } from '@chatwright/contract'
import type { Review } from '@chatwright/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen } from '../../../test/render.tsx'
import '../../components/decision/decision-form-view.tsx'
import '../../components/markdown/markdown-view.tsx'
import ReviewScreen from './review-screen.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const aReview = (rest: Partial<Review> = {}): Review => ({
  status: 'waiting',
  chatflowName: 'Refunds',
  label: 'Check the refund',
  question: {
    kind: 'decision',
    text: 'Pay back $20?',
    buttons: [
      { type: 'proceed', label: 'Proceed' },
      { type: 'reject', label: 'Reject' },
    ],
    takesFeedback: true,
    isButtonsOnly: false,
    calls: [],
    fields: [],
  },
  createdDate: '2026-01-02T03:04:05.000Z',
  wakeDate: null,
  expiresDate: '2026-02-02T03:04:05.000Z',
  ...rest,
})

function open(review: Review) {
  const api = fakeApi()
  api.on(getReview, () => review)
  return { api, show: () => renderScreen(<ReviewScreen />, { path: '/review/token-1', route: '/review/:token' }) }
}

test.each<[Partial<Review>, string]>([
  [{ status: 'decided', question: null }, 'This has already been decided'],
  [{ status: 'over', question: null }, 'There is nothing left to decide'],
  [{ status: 'waiting', question: null }, 'There is nothing left to decide'],
])('a link with nothing to decide says so: %o', async (rest, title) => {
  open(aReview(rest)).show()
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['link-invalid', "This link isn't valid"],
  ['link-expired', 'This link has expired'],
])('a link that is closed (%s) is an alert without Retry', async (code, title) => {
  const { api, show } = open(aReview())
  api.refuse(getReview, 'No.', { status: 410, code })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain(title)
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('what is not asked yet can be looked for again, and so can what could not be read', async () => {
  const { api, show } = open(aReview({ status: 'coming', question: null }))
  const { unmount } = show()
  api.on(getReview, () => aReview())
  await userEvent.click(await screen.findByRole('button', { name: 'Check again' }))
  expect(await screen.findByText('Pay back $20?')).toBeTruthy()
  unmount()
  api.refuse(getReview, 'The database is locked.')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The database is locked.')
  api.on(getReview, () => aReview())
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Check the refund' })).toBeTruthy()
})

test('a decision is sent once, and thanked for', async () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const { api, show } = open(aReview({ createdDate: null, wakeDate: '2026-03-01T20:04:05.000Z' }))
  api.on(decideReview, () => ({ status: 'gone-on' }))
  show()
  // It decides itself before the link ends: on the second, where the reader is.
  expect(await screen.findByText(/^You can decide until (Mar 2|2 Mar)/)).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Proceed' }))
  expect(await screen.findByRole('heading', { name: 'Thank you. Your decision was recorded.' })).toBeTruthy()
  expect(api.sent(decideReview).map(({ body }) => body.type)).toEqual(['proceed'])
})

test('where somebody was quicker the page says what became of it; another refusal leaves the form', async () => {
  const { api, show } = open(aReview())
  api.refuse(decideReview, 'The server is busy.', { status: 503, code: 'overloaded' })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Reject' }))
  expect(await screen.findByText('The server is busy.')).toBeTruthy()
  api.refuse(decideReview, 'Decided already.', { status: 409, code: 'wait-decided' })
  api.on(getReview, () => aReview({ status: 'decided', question: null }))
  await userEvent.click(screen.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'This has already been decided' })).toBeTruthy())
})
