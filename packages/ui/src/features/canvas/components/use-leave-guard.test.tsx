import { act, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'

import ConfirmDialog from '../../../components/confirm-dialog.tsx'
import { answerConfirm } from '../../../state/confirm.ts'
import { AppTheme } from '../../../theme/app-theme.tsx'
import { CanvasProvider } from '../canvas-context.tsx'
import { createCanvas } from '../model/canvas-store.ts'
import { smallFlow } from '../model/catalogue.fixture.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

function Guarded() {
  useLeaveGuard()
  return <p>The canvas</p>
}

function openCanvas({ isDirty = true, isReadOnly = false } = {}) {
  const canvas = createCanvas()
  canvas.open({
    flow: smallFlow(),
    name: 'Small',
    chatflow: { id: 'mine', name: 'Small', version: 1, liveVersion: 1, publish: 'save' },
  })
  if (isDirty) canvas.removeNode('bufferMemory_0')
  canvas.setReadOnly(isReadOnly)
  const page = (
    <CanvasProvider canvas={canvas}>
      <Outlet />
    </CanvasProvider>
  )
  const router = createMemoryRouter(
    [
      {
        element: page,
        children: [
          { path: '/canvas/:id?', element: <Guarded /> },
          { path: '/chatflows', element: <p>The list</p> },
        ],
      },
    ],
    { initialEntries: ['/chatflows', '/canvas'], initialIndex: 1 },
  )
  render(
    <AppTheme>
      <RouterProvider router={router} />
      <ConfirmDialog onClose={() => answerConfirm(false)} />
    </AppTheme>,
  )
  return { canvas, router, at: () => router.state.location.pathname }
}

const question = () => screen.queryByRole('alertdialog', { name: 'Leave with unsaved changes?' })
const press = (name: string) => act(async () => screen.getByText(name).click())

/** Whether closing the tab now would make the browser ask. */
function closingAsks(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

test.each([
  ['to the list', '/chatflows'],
  ['to another flow', '/canvas/other'],
  ['back in the history', -1],
] as const)('[FLOW-11] leaving a dirty canvas %s asks first: staying stays, leaving leaves', async (_, to) => {
  const { router, at } = openCanvas()
  const leave = () => act(async () => (typeof to === 'number' ? router.navigate(to) : router.navigate(to)))
  await leave()
  await waitFor(() => expect(question()).not.toBeNull())
  expect(at()).toBe('/canvas')
  await press('Stay')
  await waitFor(() => expect(question()).toBeNull())
  expect(at()).toBe('/canvas')
  await leave()
  await waitFor(() => expect(question()).not.toBeNull())
  await press('Leave')
  await waitFor(() => expect(at()).toBe(to === -1 ? '/chatflows' : to))
})

test.each([
  ['a clean canvas', { isDirty: false }, '/chatflows'],
  ['a canvas that is only looked at', { isReadOnly: true }, '/chatflows'],
  ['the first save, which moves the flow to its own address,', {}, '/canvas/mine'],
] as const)('[FLOW-11] %s asks nothing', async (_, state, to) => {
  const { router, at } = openCanvas(state)
  await act(async () => router.navigate(to))
  expect(question()).toBeNull()
  expect(at()).toBe(to)
})

test('[FLOW-11] closing the tab asks while there is something unsaved, and only then', async () => {
  const { canvas, router } = openCanvas()
  expect(closingAsks()).toBe(true)
  act(() => canvas.clearDirty())
  expect(closingAsks()).toBe(false)
  act(() => canvas.rename('Other'))
  expect(closingAsks()).toBe(true)
  act(() => canvas.setReadOnly(true))
  expect(closingAsks()).toBe(false)
  act(() => canvas.setReadOnly(false))
  await act(async () => router.navigate('/chatflows'))
  await press('Leave')
  await screen.findByText('The list')
  expect(closingAsks()).toBe(false)
})
