import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { renderInApp } from '../../../../test/render.tsx'
import { VariablesTab } from './variables-tab.tsx'

const DATES = { createdDate: '2026-01-02T03:04:05.000Z', updatedDate: '2026-01-02T03:04:05.000Z' }
const PLAIN = { id: 'v1', name: 'city', value: 'Bern', type: 'static', isSecret: false, isSet: true, ...DATES }
const SECRET = { id: 'v2', name: 'token', value: '', type: 'static', isSecret: true, isSet: true, ...DATES }
const RUNTIME = { id: 'v3', name: 'region', value: '', type: 'runtime', isSecret: false, isSet: true, ...DATES }

afterEach(() => void vi.unstubAllGlobals())

/** The edge of the network: a list, and what becomes of a save. */
function open(list: () => Response | Promise<Response>, save: () => Response = () => Response.json(PLAIN)) {
  const sent: { method: string; body: unknown }[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (_, init) => {
      const method = init?.method ?? 'GET'
      if (method === 'GET') return list()
      sent.push({ method, body: await new Response(init?.body).json() })
      return save()
    }),
  )
  renderInApp(<VariablesTab tabs={null} />)
  return sent
}

const dialog = async () => within(await screen.findByRole('dialog'))

test('while the list is on its way it says so', async () => {
  open(() => new Promise(() => undefined))
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
})

test('a list that could not be read says why, and Retry asks again', async () => {
  let tries = 0
  open(() => {
    tries += 1
    if (tries > 1) return Response.json([PLAIN])
    return Response.json({ message: 'The disk is full.', code: 'internal', error: 'x' }, { status: 500 })
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: 'city' })).toBeTruthy()
})

test('an empty list says what variables are for, and a wrong name is refused before it is sent', async () => {
  const sent = open(() => Response.json([]))
  await screen.findByText('Values that many flows share')
  const [add] = await screen.findAllByRole('button', { name: 'Add variable' })
  if (add) await userEvent.click(add)
  const form = await dialog()
  await userEvent.type(form.getByLabelText('Name'), '2 words{Enter}')
  expect(form.getByText('Use letters, digits and underscores, and start with a letter.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('what the server refuses is told in the dialog, which stays open', async () => {
  open(
    () => Response.json([PLAIN]),
    () => Response.json({ message: 'There is a variable of that name.', code: 'x', error: 'x' }, { status: 409 }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'city' }))
  const form = await dialog()
  await userEvent.type(form.getByLabelText('Name'), '2{Enter}')
  expect(await form.findByText('There is a variable of that name.')).toBeTruthy()
})

test('a secret that is left empty is not sent, so that it stays', async () => {
  const sent = open(() => Response.json([SECRET, RUNTIME]))
  expect(await screen.findAllByText('From the environment')).not.toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'token' }))
  const form = await dialog()
  await userEvent.type(form.getByLabelText('Name'), '2{Enter}')
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({ method: 'PUT', body: { name: 'token2', type: 'static', isSecret: true } })
})
