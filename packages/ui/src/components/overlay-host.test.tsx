import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { keepWholeStyles } from '../../test/light-styles.ts'
import { renderInApp } from '../../test/render.tsx'
import { hideBackdrop, showBackdrop, useBackdrop } from '../state/backdrop.ts'
import { OverlayHost } from './overlay-host.tsx'

keepWholeStyles()

afterEach(() => act(hideBackdrop))

const spinner = () => screen.queryByRole('progressbar', { name: 'Loading' })

test('[SHELL-6] a backdrop with a spinner covers the whole screen while its flag is true, and only then', async () => {
  renderInApp(<OverlayHost />)
  expect(useBackdrop.getState()).toEqual({ open: false })
  expect(spinner()).toBeNull()
  for (const round of [1, 2]) {
    act(showBackdrop)
    expect(useBackdrop.getState(), `round ${round}`).toEqual({ open: true })
    await waitFor(() => expect(spinner()).not.toBeNull())
    expect(spinner()?.className).toContain('MuiCircularProgress-indeterminate')
    const cover = spinner()?.closest('.MuiBackdrop-root') ?? document.body
    const { position, top, right, bottom, left, zIndex } = getComputedStyle(cover)
    expect({ position, top, right, bottom, left }).toEqual({
      position: 'fixed',
      top: '0px',
      right: '0px',
      bottom: '0px',
      left: '0px',
    })
    // Above dialogs and menus, which are at 1300.
    expect(Number(zIndex)).toBeGreaterThan(1300)
    act(hideBackdrop)
    await waitFor(() => expect(spinner()).toBeNull())
  }
})
