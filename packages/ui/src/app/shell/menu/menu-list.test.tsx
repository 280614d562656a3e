import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { keepWholeStyles } from '../../../../test/light-styles.ts'
import { renderInApp } from '../../../../test/render.tsx'
import { useCustomization } from '../../../state/customization.ts'
import { isActiveEntry } from './active-entry.ts'
import type { MenuEntry, UnknownMenuEntry } from './menu-entries.ts'
import { MenuList } from './menu-list.tsx'

keepWholeStyles()

beforeEach(() => useCustomization.setState({ isOpen: [] }))

function show(entries: (MenuEntry | UnknownMenuEntry)[], path = '/') {
  renderInApp(
    <>
      <ul>
        <MenuList entries={entries} />
      </ul>
      <Where />
    </>,
    { path },
  )
}

function Where() {
  return <output>{useLocation().pathname}</output>
}

const where = () => document.querySelector('output')?.textContent

/** By its text: a role is found by looking at every element's style, which these many tests cannot afford. */
function row(title: string): HTMLElement {
  const found = screen.getByText(title).closest<HTMLElement>('[aria-expanded], [role], a')
  if (!found) throw new Error(`No row is called ${title}.`)
  return found
}

/** Whether the click is left to the browser, as it is for a link that leaves the application. */
function clickGoesToTheBrowser(link: HTMLElement): boolean {
  let isLeft = false
  const stop = (event: Event) => {
    isLeft = !event.defaultPrevented
    // The window of these tests cannot go anywhere.
    event.preventDefault()
  }
  window.addEventListener('click', stop, { once: true })
  fireEvent.click(link)
  return isLeft
}

test('[MENU-2] an internal item goes to its address inside the application', () => {
  show([{ type: 'item', id: 'tools', title: 'Tools', url: '/tools' }])
  const tools = row('Tools')
  expect([tools.getAttribute('href'), tools.getAttribute('target')]).toEqual(['/tools', null])
  expect(clickGoesToTheBrowser(tools)).toBe(false)
  expect(where()).toBe('/tools')
})

test.each([
  ['with a target opens a new tab that cannot reach back', true, ['_blank', 'noopener noreferrer']],
  ['without one stays in this tab', false, [null, null]],
])('[MENU-2] an external item %s', (_, target, attributes) => {
  // Also one at our own address: the browser opens it, not the router.
  for (const url of ['https://example.org/docs', '/api/v1/docs']) {
    show([{ type: 'item', id: url, title: url, url, external: true, target }])
    const link = row(url)
    expect(link.getAttribute('href')).toBe(url)
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(attributes)
    expect(clickGoesToTheBrowser(link)).toBe(true)
    expect(where()).toBe('/')
    cleanup()
  }
})

const rows = {
  'an internal link': { type: 'item', url: '/agents' },
  'an external link': { type: 'item', url: 'https://example.org/', external: true, target: true },
  'a nested group': {
    type: 'collapse',
    children: [{ type: 'item', id: 'leaf', title: 'Leaf', url: '/leaf' }],
  },
  'a file picker': { type: 'file', onText: () => undefined },
} as const

function showRow(kind: keyof typeof rows, look: { caption?: string; chip?: { label: string }; disabled?: boolean }) {
  show([{ ...rows[kind], id: 'agents', title: 'Agents', ...look }])
  return row('Agents')
}

describe.each(Object.keys(rows) as (keyof typeof rows)[])('%s', (kind) => {
  test('[MENU-3] can show a caption and a chip, each for itself or both', () => {
    expect(showRow(kind, {}).textContent).toBe('Agents')
    cleanup()
    expect(showRow(kind, { caption: 'Coming soon' }).textContent).toBe('AgentsComing soon')
    cleanup()
    expect(showRow(kind, { chip: { label: 'New' } }).textContent).toBe('AgentsNew')
    cleanup()
    expect(showRow(kind, { caption: 'Coming soon', chip: { label: 'New' } }).textContent).toBe('AgentsComing soonNew')
    const [title, caption, chip] = ['Agents', 'Coming soon', 'New'].map((text) => screen.getByText(text))
    expect(new Set([title, caption, chip]).size).toBe(3)
    expect(getComputedStyle(chip as HTMLElement).borderRadius).toBe('8px')
  })

  test('[MENU-3] does nothing when it is disabled, and says so', () => {
    const pick = vi.spyOn(HTMLInputElement.prototype, 'click')
    const shown = showRow(kind, { disabled: true })
    expect(shown.getAttribute('aria-disabled')).toBe('true')
    expect([shown.getAttribute('href'), shown.tabIndex]).toEqual([null, -1])
    expect(getComputedStyle(shown).pointerEvents).toBe('none')
    fireEvent.click(shown)
    fireEvent.keyDown(shown, { key: 'Enter' })
    expect(where()).toBe('/')
    expect(screen.queryByText('Leaf')).toBeNull()
    expect(pick).not.toHaveBeenCalled()
    expect(useCustomization.getState().isOpen).toEqual([])
    pick.mockRestore()
  })

  test('[MENU-3] is at work when it is not', () => {
    const shown = showRow(kind, {})
    expect(shown.getAttribute('aria-disabled')).toBeNull()
    expect(getComputedStyle(shown).pointerEvents).not.toBe('none')
  })
})

const DEPTH = 8
const leaf: MenuEntry = { type: 'item', id: 'leaf', title: 'Leaf', url: '/leaf' }
const nested = Array.from({ length: DEPTH }, (_, index) => DEPTH - index).reduce<MenuEntry>(
  (inner, depth) => ({ type: 'collapse', id: `level-${depth}`, title: `Level ${depth}`, children: [inner] }),
  leaf,
)
const level = (depth: number) => row(`Level ${depth}`)

test('[MENU-4] groups open inside groups to any depth, each a step further in, and close again', () => {
  show([nested])
  const indents: number[] = []
  for (let depth = 1; depth <= DEPTH; depth += 1) {
    expect(screen.queryByText(depth === DEPTH ? 'Leaf' : `Level ${depth + 1}`)).toBeNull()
    expect(level(depth).getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(level(depth))
    expect(level(depth).getAttribute('aria-expanded')).toBe('true')
    indents.push(Number.parseFloat(getComputedStyle(level(depth)).paddingLeft))
  }
  expect(row('Leaf').getAttribute('href')).toBe('/leaf')
  expect(indents).toEqual(indents.map((_, index) => (indents[0] ?? 0) + 16 * index))
  fireEvent.click(level(2))
  expect(level(2).getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByText('Level 3')).toBeNull()
  fireEvent.click(level(1))
  expect(screen.queryByText('Level 2')).toBeNull()
})

test('[MENU-4] groups that hold the active item start open, at any depth; others stay closed', () => {
  const other: MenuEntry = { type: 'collapse', id: 'other', title: 'Other', children: [{ ...leaf, id: 'elsewhere' }] }
  show([nested, other], '/leaf')
  expect(row('Leaf').getAttribute('aria-current')).toBe('page')
  expect(row('Other').getAttribute('aria-expanded')).toBe('false')
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
  expect(isActiveEntry({ id }, path)).toBe(isActive)
})

test.each(['/comparisons', '/comparisons/abc'])(
  '[MENU-6] at %s an entry that the screen belongs to is active',
  (path) => {
    expect(isActiveEntry({ id: 'tests', screens: ['comparisons'] }, path)).toBe(true)
    expect(isActiveEntry({ id: 'inbox' }, path)).toBe(false)
  },
)

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
