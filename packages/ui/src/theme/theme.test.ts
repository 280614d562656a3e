import type { Theme } from '@mui/material/styles'
import { expect, test } from 'vitest'

import { initialCustomization } from '../state/customization.ts'
import { createAppTheme } from './theme.ts'
import { darkColors, gridSpacing, lightColors, radius } from './tokens.ts'

const theme = createAppTheme(initialCustomization())

test('[SHELL-8] the letters are Roboto, in every text there is', () => {
  expect(theme.typography.fontFamily).toMatch(/^'Roboto Variable', .*\bRoboto\b/)
  const families = Object.values(theme.typography).flatMap((style: unknown) =>
    typeof style === 'object' && style !== null && 'fontFamily' in style ? [style.fontFamily] : [],
  )
  expect(families.length).toBeGreaterThan(10)
  expect(new Set(families)).toEqual(new Set([theme.typography.fontFamily, 'inherit']))
})

test('[SHELL-8] the radius is 12, for MUI and for our own parts', () => {
  expect(theme.shape.borderRadius).toBe(12)
  expect(radius.card).toBe('12px')
  expect(createAppTheme({ ...initialCustomization(), borderRadius: 4 }).shape.borderRadius).toBe(4)
})

test('[SHELL-8] the breakpoints and the grid spacing', () => {
  expect(theme.breakpoints.values).toMatchObject({ md: 900, lg: 1200 })
  expect(gridSpacing).toBe(3)
  expect(theme.spacing(gridSpacing)).toBe('calc(3 * var(--mui-spacing, 8px))')
})

test.each([
  ['light', lightColors],
  ['dark', darkColors],
] as const)('[SHELL-8] the %s palette acts in blue and places in purple', (scheme, colors) => {
  const { colorSchemes } = theme as Theme & { colorSchemes: Record<string, Pick<Theme, 'palette'>> }
  const palette = colorSchemes[scheme]?.palette
  expect([palette?.primary.main, palette?.secondary.main]).toEqual([colors.primary, colors.secondary])
  expect(palette?.background.default).toBe(colors.page)
  expect(hue(colors.primary)).toBeGreaterThan(200)
  expect(hue(colors.primary)).toBeLessThan(225)
  expect(hue(colors.secondary)).toBeGreaterThan(250)
  expect(hue(colors.secondary)).toBeLessThan(280)
  const isLight = scheme === 'light'
  expect(luminance(colors.page) > luminance(colors.text)).toBe(isLight)
  expect(luminance(colors.paper) > luminance(colors.text)).toBe(isLight)
})

function channels(hex: string): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return [red, green, blue]
}

/** Of colours whose strongest part is blue: 180 is cyan, 240 blue, 300 magenta. Others are not a number. */
function hue(hex: string): number {
  const [red, green, blue] = channels(hex)
  if (blue < Math.max(red, green)) return Number.NaN
  return 240 + (60 * (red - green)) / (blue - Math.min(red, green))
}

function luminance(hex: string): number {
  return channels(hex).reduce((sum, part) => sum + part, 0)
}
