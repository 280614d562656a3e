import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { renderInApp } from '../../../test/render.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { useBackdrop } from '../../state/backdrop.ts'
import { setDrawerOpened, useCustomization } from '../../state/customization.ts'
import { useNotifications } from '../../state/notifications.ts'
import { exportDatabase } from './database-export.ts'
import { isDatabaseText, useDatabaseImport } from './database-import.ts'

const LISTS = { chatmessages: [], chatflows: [{ name: 'a' }], apikeys: [] }

let logged: unknown[] = []
const alert = vi.fn<(text: string) => void>()

beforeEach(() => {
  logged = []
  alert.mockClear()
  vi.stubGlobal('alert', alert)
  vi.spyOn(console, 'error').mockImplementation((error: unknown) => void logged.push(error))
  setDrawerOpened(true)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function Import() {
  const importDatabase = useDatabaseImport()
  return (
    <button type="button" onClick={() => void importDatabase()}>
      Import
    </button>
  )
}

async function choose(text: string): Promise<void> {
  renderInApp(<Import />)
  await userEvent.click(screen.getByText('Import'))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('No picker was opened.')
  await userEvent.upload(input, new File([text], 'DB.json', { type: 'application/json' }))
}

/** The shell while and after a file is sent. */
const shell = () => ({ drawer: useCustomization.getState().opened, indicator: useBackdrop.getState().open })

function expectNothingSaid(): void {
  expect(useNotifications.getState().notifications).toEqual([])
  expect(alert).not.toHaveBeenCalled()
}

test('[USER-8] a text with the three lists is a database, however it is spaced', () => {
  expect(isDatabaseText(JSON.stringify(LISTS))).toBe(true)
  expect(isDatabaseText(JSON.stringify(LISTS, undefined, 4))).toBe(true)
})

test.each(['chatmessages', 'chatflows', 'apikeys'] as const)('[USER-8] without %s it is not', (name) => {
  const { [name]: _, ...rest } = LISTS
  expect(isDatabaseText(JSON.stringify(rest))).toBe(false)
  expect(isDatabaseText(JSON.stringify({ ...rest, [name]: {} }))).toBe(false)
})

test('[USER-7] the drawer is closed and the indicator shows for as long as the file is on its way', async () => {
  let fail = (_: Error): void => undefined
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(
    () =>
      new Promise((_, reject) => {
        fail = reject
      }),
  )
  await choose(JSON.stringify(LISTS, undefined, 2))
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(1))
  expect(shell()).toEqual({ drawer: false, indicator: true })
  const [address, init] = fetched.mock.calls[0] ?? []
  expect([address, init?.method]).toEqual(['/api/v1/database/load', 'POST'])
  expect(JSON.parse(init?.body as string)).toEqual(LISTS)
  await act(async () => fail(new TypeError('Failed to fetch')))
  expect(shell()).toEqual({ drawer: true, indicator: false })
})

test.each([
  ['the server refuses', () => Promise.resolve(Response.json({ message: 'The disk is on fire' }, { status: 500 }))],
  ['the server is away', () => Promise.reject(new TypeError('Failed to fetch'))],
])('[USER-7] [USER-9] when %s the error is only logged, and the indicator hides', async (_, answer) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(answer)
  await choose(JSON.stringify(LISTS))
  await waitFor(() => expect(logged).toEqual([expect.any(ApiError)]))
  await waitFor(() => expect(shell()).toEqual({ drawer: true, indicator: false }))
  expectNothingSaid()
})

test('[USER-7] [USER-9] a file that is no JSON after all is only logged, and nothing is sent', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  await choose(`${JSON.stringify(LISTS)},`)
  await waitFor(() => expect(logged).toEqual([expect.any(SyntaxError)]))
  await waitFor(() => expect(shell().indicator).toBe(false))
  expect(fetched).not.toHaveBeenCalled()
  expectNothingSaid()
})

test.each([
  ['the server refuses', () => Promise.resolve(new Response('no', { status: 500 }))],
  ['the server is away', () => Promise.reject(new TypeError('Failed to fetch'))],
])('[USER-9] when %s an export is only logged, and nothing is saved', async (_, answer) => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  vi.spyOn(globalThis, 'fetch').mockImplementation(answer)
  await exportDatabase()
  expect(logged).toEqual([expect.any(ApiError)])
  expect(saved).not.toHaveBeenCalled()
  expectNothingSaid()
})
