import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { renderInApp } from '../../test/render.tsx'
import { answerConfirm, confirm, confirmDefaults, useConfirmState } from '../state/confirm.ts'
import type { ConfirmQuestion } from '../state/confirm.ts'
import ConfirmDialog from './confirm-dialog.tsx'

async function ask(question: ConfirmQuestion): Promise<{ answer: Promise<boolean> }> {
  renderInApp(<ConfirmDialog onClose={() => answerConfirm(false)} />)
  let answer = Promise.resolve(false)
  act(() => {
    answer = confirm(question)
  })
  await screen.findByRole('alertdialog')
  return { answer }
}

test('[NOTE-2] asks with the given texts; the buttons are OK and Cancel unless named', async () => {
  const { answer } = await ask({ title: 'Delete it?', description: 'It is gone then.' })
  const dialog = screen.getByRole('alertdialog', { name: 'Delete it?' })
  expect(dialog.textContent).toContain('It is gone then.')
  expect(dialog.className).toContain('MuiDialog-paperWidthSm')
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(await answer).toBe(true)
})

test('[NOTE-2] takes other button names, and Cancel answers no', async () => {
  const { answer } = await ask({ title: 'Leave?', confirmButtonName: 'Leave', cancelButtonName: 'Stay' })
  expect(screen.getByRole('button', { name: 'Leave' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
  expect(await answer).toBe(false)
})

test('[NOTE-2] hides and resets to the defaults after the answer', async () => {
  const { answer } = await ask({ title: 'Leave?', confirmButtonName: 'Leave' })
  await userEvent.keyboard('{Escape}')
  expect(await answer).toBe(false)
  expect(useConfirmState.getState()).toEqual(confirmDefaults)
  expect(confirmDefaults).toMatchObject({ show: false, confirmButtonName: 'OK', cancelButtonName: 'Cancel' })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})
