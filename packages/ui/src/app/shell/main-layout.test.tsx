import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { keepWholeStyles } from '../../../test/light-styles.ts'
import { renderInApp } from '../../../test/render.tsx'
import { resetWindowWidth, setWindowWidth } from '../../../test/window-width.ts'
import { initialCustomization, setDrawerOpened, useCustomization } from '../../state/customization.ts'
import { MainLayout } from './main-layout.tsx'

keepWholeStyles()

afterEach(() => resetWindowWidth())

/** The shell as it comes up in a window of this width. */
function openAt(pixels: number) {
  setWindowWidth(pixels)
  useCustomization.setState(initialCustomization())
  return renderInApp(<MainLayout />)
}

const isOpened = () => useCustomization.getState().opened
const paper = () => document.querySelector<HTMLElement>('#side-drawer') ?? document.body
const main = () => screen.getByRole('main', { hidden: true })
/** A temporary drawer lies over the page with a backdrop of its own; a persistent one stands in it. */
const isOverThePage = () => paper().closest('.MuiModal-root') !== null

test.each([900, 1200, 1920])(
  '[SHELL-1] at %i px the drawer is persistent: in the page, beside the content',
  (width) => {
    openAt(width)
    setDrawerOpenedInApp(true)
    expect(isOverThePage()).toBe(false)
    expect(document.querySelector('.MuiBackdrop-root')).toBeNull()
    expect(getComputedStyle(paper()).width).toBe('260px')
    expect(getComputedStyle(main()).marginLeft).toBe('260px')
    fireEvent.keyDown(paper(), { key: 'Escape' })
    expect(isOpened()).toBe(true)
    setDrawerOpenedInApp(false)
    expect(getComputedStyle(main()).marginLeft).toBe('0px')
  },
)

test.each([320, 899])(
  '[SHELL-1] at %i px it is temporary: over the content, gone with Escape or a click beside it',
  (width) => {
    openAt(width)
    setDrawerOpenedInApp(true)
    expect(isOverThePage()).toBe(true)
    expect(getComputedStyle(paper()).width).toBe('260px')
    expect(getComputedStyle(main()).marginLeft).toBe('0px')
    fireEvent.keyDown(paper(), { key: 'Escape' })
    expect(isOpened()).toBe(false)
    setDrawerOpenedInApp(true)
    fireEvent.click(document.querySelector('.MuiBackdrop-root') ?? document.body)
    expect(isOpened()).toBe(false)
  },
)

test.each([
  [1200, true],
  [1199, false],
])('[SHELL-1] at %i px it is open at the start: %s', (width, isOpen) => {
  openAt(width)
  expect(isOpened()).toBe(isOpen)
})

test('[SHELL-2] it opens at the large breakpoint upward and closes downward, and at no other width', () => {
  openAt(1440)
  const steps = [
    [1200, true],
    [1199, false],
    [1100, false],
    [1200, true],
    [1900, true],
    [800, false],
    [1199, false],
    [1200, true],
  ] as const
  for (const [width, isOpen] of steps) {
    setWindowWidth(width)
    expect([width, isOpened()]).toEqual([width, isOpen])
  }
})

test('[SHELL-2] a window that is narrow at once leaves its content to be read and scrolled', () => {
  openAt(1440)
  setWindowWidth(390)
  expect(screen.getByRole('main')).toBe(main())
  expect(document.body.style.overflow).toBe('')
})

test('[SHELL-2] a drawer opened in a narrow window stays open, over the content, in one that is narrower', () => {
  openAt(1100)
  setDrawerOpenedInApp(true)
  setWindowWidth(390)
  expect(isOverThePage()).toBe(true)
  expect(screen.queryByRole('main')).toBeNull()
  fireEvent.keyDown(paper(), { key: 'Escape' })
  expect(isOpened()).toBe(false)
})

test('[SHELL-2] what a person chose stays until the next crossing', () => {
  openAt(1440)
  setDrawerOpenedInApp(false)
  setWindowWidth(1300)
  expect(isOpened()).toBe(false)
  setWindowWidth(1100)
  setDrawerOpenedInApp(true)
  setWindowWidth(900)
  expect(isOpened()).toBe(true)
  setWindowWidth(1250)
  expect(isOpened()).toBe(true)
  setDrawerOpenedInApp(false)
  setWindowWidth(1100)
  setWindowWidth(1250)
  expect(isOpened()).toBe(true)
})

test('[SHELL-2] coming back from a screen without a menu is no crossing', () => {
  const { unmount } = openAt(1440)
  setDrawerOpenedInApp(false)
  unmount()
  renderInApp(<MainLayout />)
  expect(isOpened()).toBe(false)
})

test.each([
  [1440, 700, false],
  [1000, 1440, true],
])('[SHELL-2] a crossing on a screen without a menu counts: %i to %i px', (before, after, isOpen) => {
  const { unmount } = openAt(before)
  unmount()
  setWindowWidth(after)
  renderInApp(<MainLayout />)
  expect(isOpened()).toBe(isOpen)
})

function setDrawerOpenedInApp(opened: boolean): void {
  act(() => setDrawerOpened(opened))
}
