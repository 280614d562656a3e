import { render } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ToolTile } from './tool-tile.tsx'

const DOT = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'

test('a picture that is part of the tool is drawn', () => {
  const { container } = render(<ToolTile name="get_weather" iconSrc={DOT} />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe(DOT)
})

test.each([['https://elsewhere.example/icon.svg'], ['javascript:alert(1)'], [null]])(
  'for %s the letters of the name stand instead, and nothing is fetched',
  (iconSrc) => {
    const { container } = render(<ToolTile name="get_weather" iconSrc={iconSrc} />)
    expect(container.querySelector('img')).toBeNull()
    expect(container.textContent).toBe('GW')
  },
)
