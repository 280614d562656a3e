import type { NodeDescription } from '@chatwright/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { PaletteRow } from './palette-row.tsx'

const description: NodeDescription = {
  label: 'Weather',
  name: 'weather',
  version: 1,
  type: 'Weather',
  icon: 'weather.svg',
  category: 'Tools',
  description: 'Tells the weather.',
  baseClasses: ['Tool'],
  inputs: [],
}

function show(shown: NodeDescription) {
  render(<PaletteRow id="row" entry={{ description: shown, matches: [] }} isActive={false} onAdd={() => {}} />)
  return screen.getByRole('option')
}

test('a node that somebody added says where it came from', () => {
  expect(show({ ...description, origin: 'chatwright-weather' }).textContent).toBe(
    'Weatherchatwright-weatherTells the weather.',
  )
})

test('a node of ours shows its name and what it does', () => {
  expect(show(description).textContent).toBe('WeatherTells the weather.')
})
