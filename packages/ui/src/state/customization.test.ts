import { expect, test, vi } from 'vitest'

import { initialCustomization, setDarkMode, setDrawerOpened, useCustomization } from './customization.ts'

test('[SHELL-9] the settings are isOpen, fontFamily, borderRadius, opened, isHorizontal and isDarkMode', () => {
  expect(initialCustomization()).toEqual({
    isOpen: [],
    fontFamily: expect.stringContaining('Roboto'),
    borderRadius: 12,
    opened: true,
    isHorizontal: false,
    isDarkMode: false,
  })
})

test('[SHELL-7] dark mode and the horizontal setting are read back from local storage', () => {
  localStorage.setItem('isDarkMode', 'true')
  localStorage.setItem('isHorizontal', 'true')
  expect(initialCustomization()).toMatchObject({ isDarkMode: true, isHorizontal: true })
})

test('[SHELL-7] until somebody chooses, the theme is the system’s', () => {
  const matchMedia = vi.spyOn(window, 'matchMedia')
  matchMedia.mockImplementation((query) => ({ matches: query === '(prefers-color-scheme: dark)' }) as MediaQueryList)
  expect(initialCustomization().isDarkMode).toBe(true)
  localStorage.setItem('isDarkMode', 'false')
  expect(initialCustomization().isDarkMode).toBe(false)
  matchMedia.mockRestore()
})

test('[SHELL-7] switching the theme stores it as isDarkMode', () => {
  setDarkMode(true)
  expect(localStorage.getItem('isDarkMode')).toBe('true')
  expect(useCustomization.getState().isDarkMode).toBe(true)
  setDarkMode(false)
  expect(localStorage.getItem('isDarkMode')).toBe('false')
})

test('[SHELL-7] a theme switched in another tab is followed', () => {
  window.dispatchEvent(new StorageEvent('storage', { key: 'isDarkMode', newValue: 'true' }))
  expect(useCustomization.getState().isDarkMode).toBe(true)
  window.dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: 'false' }))
  expect(useCustomization.getState().isDarkMode).toBe(true)
  window.dispatchEvent(new StorageEvent('storage', { key: 'isDarkMode', newValue: 'false' }))
  expect(useCustomization.getState().isDarkMode).toBe(false)
})

test('the drawer opens and closes without touching the rest', () => {
  const before = useCustomization.getState()
  setDrawerOpened(!before.opened)
  expect(useCustomization.getState()).toEqual({ ...before, opened: !before.opened })
})
