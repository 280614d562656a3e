import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { SwitchRow } from './switch-row.tsx'

test('what is being saved keeps the focus, and hears no second click', () => {
  const onChange = vi.fn<(isOn: boolean) => void>()
  const { rerender } = render(<SwitchRow label="Shared" isOn={false} onChange={onChange} />)
  const control = screen.getByRole('switch', { name: 'Shared' })
  control.focus()
  fireEvent.click(control)
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true)
  rerender(<SwitchRow label="Shared" isOn onChange={onChange} isSaving />)
  expect(control).toHaveProperty('disabled', false)
  expect(document.activeElement).toBe(control)
  fireEvent.click(control)
  expect(onChange).toHaveBeenCalledOnce()
})
