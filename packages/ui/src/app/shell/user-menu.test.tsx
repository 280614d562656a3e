import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { renderInApp } from '../../../test/render.tsx'
import { useNotifications } from '../../state/notifications.ts'
import { UserMenu } from './user-menu.tsx'

const OWNER = { name: 'Operator', login: null, role: 'owner', rights: ['member.edit', 'server.admin'] }
const RELEASES = 'https://releases.example/latest'
const RELEASE = {
  name: 'v9.9.9',
  html_url: 'https://example.org/release',
  published_at: new Date(Date.now() - 3 * 86_400_000 - 3_600_000).toISOString(),
}

/** What was asked of the public release page. */
let asked: { address: string; headers: Headers }[] = []
let logged: unknown[] = []

beforeEach(() => {
  asked = []
  logged = []
  vi.spyOn(console, 'error').mockImplementation((error: unknown) => void logged.push(error))
  answerWith(() => Response.json(RELEASE))
})

afterEach(() => vi.restoreAllMocks())

function answerWith(release: () => Response | Promise<Response>) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const address = input as string
    if (address === '/api/v1/profile') return Response.json(OWNER)
    if (address.startsWith('/api/v1/'))
      return Response.json({ version: '1.2.3', releasesUrl: RELEASES, isPublished: true })
    asked.push({ address, headers: new Headers(init?.headers) })
    return release()
  })
}

async function openAbout() {
  fireEvent.click(screen.getByRole('button', { name: 'User menu' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'About' }))
  return screen.findByRole('dialog')
}

const cells = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map((cell) => cell.textContent))

test('[USER-6] the version dialog is called by the product and tells the latest release in a table of two rows', async () => {
  renderInApp(<UserMenu />)
  const dialog = await openAbout()
  expect(dialog.getAttribute('aria-labelledby')).not.toBeNull()
  expect(within(dialog).getByRole('heading').textContent).toBe('Chatwright Version')
  const link = await within(dialog).findByRole('link', { name: 'v9.9.9' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([RELEASE.html_url, '_blank'])
  expect(link.closest('table')).not.toBeNull()
  expect(cells(dialog)).toEqual([
    ['Latest Version', 'v9.9.9'],
    ['Published At', '3 days ago'],
  ])
})

test('[USER-6] it asks the public release page when it opens: not before, and each time', async () => {
  localStorage.setItem('username', 'ada')
  localStorage.setItem('password', 'engine')
  renderInApp(<UserMenu />)
  fireEvent.click(screen.getByRole('button', { name: 'User menu' }))
  await screen.findByRole('menuitem', { name: 'About' })
  expect(asked).toEqual([])
  fireEvent.click(screen.getByRole('menuitem', { name: 'About' }))
  await screen.findByRole('link', { name: 'v9.9.9' })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answerWith(() => Response.json({ ...RELEASE, name: 'v10.0.0' }))
  await openAbout()
  await screen.findByRole('link', { name: 'v10.0.0' })
  expect(asked.map((request) => request.address)).toEqual([RELEASES, RELEASES])
  // A stranger's server: neither who is signed in nor anything else of ours goes there.
  expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual([null, null])
})

test.each([
  ['answers with an error', 'responded with 403', () => new Response('no', { status: 403 })],
  ['is out of reach', 'Couldn’t reach the release page', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['answers with something else', 'doesn’t list a release', () => new Response('<html>')],
])(
  '[USER-6] [USER-9] a release page that %s is logged, and the dialog says what happened',
  async (_, words, answer) => {
    answerWith(answer)
    renderInApp(<UserMenu />)
    const dialog = await openAbout()
    await within(dialog).findByText(new RegExp(words))
    expect(cells(dialog).map(([, value]) => value)).toEqual(['not known', 'not known'])
    expect(logged.filter((error) => error instanceof Error)).toHaveLength(1)
    expect(useNotifications.getState().notifications).toEqual([])
  },
)
