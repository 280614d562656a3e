import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { renderInApp } from '../../../test/render.tsx'
import SignInPage from './sign-in-page.tsx'

const TOKEN = `cws_${'a'.repeat(43)}`

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

function answer(response: () => Response) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(response()))
}

test('typed and sent with the keyboard alone, it keeps the token and is done', async () => {
  answer(() => Response.json({ token: TOKEN, expiresDate: null }))
  const onClose = vi.fn<() => void>()
  renderInApp(<SignInPage canLeave={false} onClose={onClose} />)
  expect(document.title).toBe('Sign in · Chatwright')
  await userEvent.keyboard('ada{Tab}engine{Enter}')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(localStorage.getItem('password')).toBe(TOKEN)
})

test('what is empty is said at its field, and nothing is sent', async () => {
  const asked = answer(() => Response.json({}))
  renderInApp(<SignInPage canLeave={false} onClose={() => undefined} />)
  await userEvent.keyboard('{Enter}')
  expect(screen.getAllByText('This field is required.')).toHaveLength(2)
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
  expect(asked).not.toHaveBeenCalled()
})

test.each([
  ['a wrong password', () => Response.json({ code: 'unauthorized' }, { status: 401 }), /don’t match/],
  ['a server that fails', () => Response.json({ message: 'The disk is full.' }, { status: 500 }), 'The disk is full.'],
])('%s is told, and what was typed stays', async (_, response, words) => {
  answer(response)
  renderInApp(<SignInPage canLeave={false} onClose={() => undefined} />)
  await userEvent.keyboard('ada{Tab}wrong{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(words)
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong')
})

test('only somebody who came here without need can go back', async () => {
  const onClose = vi.fn<() => void>()
  const { rerender } = renderInApp(<SignInPage canLeave={false} onClose={onClose} />)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: 'Back without signing in' })).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  rerender(<div />)
  renderInApp(<SignInPage canLeave onClose={onClose} />)
  await userEvent.click(screen.getByRole('button', { name: 'Back without signing in' }))
  expect(onClose).toHaveBeenCalledOnce()
})
