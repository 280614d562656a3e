import Box from '@mui/material/Box'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { renderInApp } from '../../test/render.tsx'

test('tests do without most styles, and still find nothing that is hidden', () => {
  renderInApp(
    <>
      <Box component="button" sx={{ color: 'red', display: 'none' }}>
        Gone
      </Box>
      <Box sx={{ visibility: 'hidden', padding: 2 }}>
        <button>Within</button>
      </Box>
      <Box sx={{ display: 'flex', '& button': { display: 'none' } }}>
        <button>By its parent</button>
      </Box>
      <Box component="button" sx={{ '@media screen': { color: 'red', display: 'none' } }}>
        On a screen
      </Box>
      <Box component="button" sx={{ '&:hover': { display: 'none' } }}>
        Shown
      </Box>
    </>,
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Shown'])
})

test('what styles take from the pointer is not clicked, and a name has a space where a block ends', async () => {
  renderInApp(
    <Box component="button" sx={{ pointerEvents: 'none' }}>
      <Box component="span" sx={{ display: 'block', color: 'red' }}>
        Two
      </Box>
      <span>words</span>
    </Box>,
  )
  await expect(userEvent.click(screen.getByRole('button', { name: 'Two words' }))).rejects.toThrow(/pointer-events/)
})
