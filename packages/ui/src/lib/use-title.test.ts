import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'

import { useTitle } from './use-title.ts'

test('a page gives the tab its title, and leaves it as it was', () => {
  document.title = 'Chatwright'
  const { rerender, unmount } = renderHook(({ title }) => useTitle(title), { initialProps: { title: 'Tools' } })
  expect(document.title).toBe('Tools · Chatwright')
  rerender({ title: 'Credentials' })
  expect(document.title).toBe('Credentials · Chatwright')
  unmount()
  expect(document.title).toBe('Chatwright')
})
