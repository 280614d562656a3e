import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { renderInApp } from '../../../../test/render.tsx'
import { useCustomization } from '../../../state/customization.ts'
import { isActiveEntry } from './active-entry.ts'
import type { MenuEntry, UnknownMenuEntry } from './menu-entries.ts'
import { MenuList } from './menu-list.tsx'

function show(entries: (MenuEntry | UnknownMenuEntry)[], path = '/') {
  renderInApp(
    <ul>
      <MenuList entries={entries} />
    </ul>,
    { path },
  )
}

test('[MENU-2] an internal item links inside, an external one with a target opens a new tab', () => {
  show([
    { type: 'item', id: 'tools', title: 'Tools', url: '/tools' },
    { type: 'item', id: 'docs', title: 'Docs', url: 'https://example.org/', external: true, target: true },
    { type: 'item', id: 'blog', title: 'Blog', url: 'https://example.org/blog', external: true },
  ])
  expect(screen.getByRole('link', { name: 'Tools' }).getAttribute('href')).toBe('/tools')
  const docs = screen.getByRole('link', { name: 'Docs' })
  expect([docs.getAttribute('href'), docs.getAttribute('target')]).toEqual(['https://example.org/', '_blank'])
  expect(screen.getByRole('link', { name: 'Blog' }).getAttribute('target')).toBeNull()
})

test('[MENU-3] an item can be disabled and can show a caption and a chip', () => {
  show([
    {
      type: 'item',
      id: 'agents',
      title: 'Agents',
      url: '/agents',
      caption: 'Coming soon',
      chip: { label: 'New' },
      disabled: true,
    },
  ])
  const row = screen.getByRole('link', { name: /Agents/ })
  expect(row.getAttribute('aria-disabled')).toBe('true')
  expect(row.textContent).toBe('AgentsComing soonNew')
})

test('[MENU-4] groups collapse inside groups to any depth', async () => {
  const leaf: MenuEntry = { type: 'item', id: 'leaf', title: 'Leaf', url: '/leaf' }
  const nested = [3, 2, 1].reduce<MenuEntry>(
    (inner, depth) => ({ type: 'collapse', id: `level-${depth}`, title: `Level ${depth}`, children: [inner] }),
    leaf,
  )
  show([nested])
  for (const depth of [1, 2, 3]) {
    expect(screen.queryByRole('link', { name: 'Leaf' })).toBeNull()
    const row = screen.getByRole('button', { name: `Level ${depth}` })
    expect(row.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(row)
    expect(row.getAttribute('aria-expanded')).toBe('true')
  }
  expect(await screen.findByRole('link', { name: 'Leaf' })).toBeDefined()
})

test('[MENU-4] a collapsed group that holds the active item starts open', () => {
  const leaf: MenuEntry = { type: 'item', id: 'leaf', title: 'Leaf', url: '/leaf' }
  show([{ type: 'collapse', id: 'group', title: 'Group', children: [leaf] }], '/leaf')
  expect(screen.getByRole('link', { name: 'Leaf' }).getAttribute('aria-current')).toBe('page')
})

test('[MENU-5] an entry of unknown type says Menu Items Error and leaves the others alone', () => {
  show([
    { type: 'carousel', id: 'what' },
    { type: 'item', id: 'tools', title: 'Tools', url: '/tools' },
  ])
  expect(screen.getByText('Menu Items Error')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Tools' })).toBeDefined()
})

test.each([
  ['/', 'chatflows', true],
  ['/', 'tools', false],
  ['/tools', 'tools', true],
  ['/tools/abc', 'tools', true],
  ['/toolsmith', 'tools', false],
  ['/apikey', 'apikey', true],
])('[MENU-6] at %s the entry %s is active: %s', (path, id, isActive) => {
  expect(isActiveEntry(id, path)).toBe(isActive)
})

test('[MENU-8] a file-picker item offers .json only, reads the file as text and hands it on', async () => {
  const onText = vi.fn<(file: { name: string; text: string }) => void>()
  show([{ type: 'file', id: 'load', title: 'Load a flow', onText }])
  await userEvent.click(screen.getByRole('button', { name: 'Load a flow' }))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  expect(input?.accept).toBe('.json')
  if (!input) throw new Error('No picker was opened.')
  await userEvent.upload(input, new File(['{"nodes":[]}'], 'flow.json', { type: 'application/json' }))
  await vi.waitFor(() => expect(onText).toHaveBeenCalledWith({ name: 'flow.json', text: '{"nodes":[]}' }))
})

test('choosing an item remembers it as the open one', async () => {
  show([{ type: 'item', id: 'tools', title: 'Tools', url: '/tools' }])
  await userEvent.click(screen.getByRole('link', { name: 'Tools' }))
  expect(useCustomization.getState().isOpen).toEqual(['tools'])
})
