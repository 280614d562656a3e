import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SCREEN_PATHS } from '@chatwright/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import type { RouteObject } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { keepWholeStyles } from '../../test/light-styles.ts'
import { resetWindowWidth, setWindowWidth } from '../../test/window-width.ts'
import { setDrawerOpened } from '../state/customization.ts'
import { AppTheme } from '../theme/app-theme.tsx'
import { routes } from './routes.tsx'

keepWholeStyles()

beforeEach(() => {
  setWindowWidth(1440)
  setDrawerOpened(true)
})
afterEach(() => resetWindowWidth())

type LazyScreen = () => Promise<{ Component: () => React.ReactNode }>

/** The application's own routes, layouts and all; only what each screen shows is stood in for. */
function withScreens(of: readonly RouteObject[], lazy: LazyScreen): RouteObject[] {
  return of.map((route) => ({
    ...route,
    ...(route.lazy && { lazy }),
    ...(route.children && { children: withScreens(route.children, lazy) }),
  })) as RouteObject[]
}

function openApp(path: string, lazy: LazyScreen = async () => ({ Component: () => <p>The screen</p> })) {
  const router = createMemoryRouter(withScreens(routes, lazy), { initialEntries: [path] })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AppTheme>
        <RouterProvider router={router} />
      </AppTheme>
    </QueryClientProvider>,
  )
  return router
}

const shellParts = () => ({
  hasMenu: screen.queryByRole('navigation', { name: 'Main menu' }) !== null,
  hasDrawer: document.querySelector('#side-drawer') !== null,
  hasTopBar: document.querySelector('.MuiAppBar-root') !== null,
  buttons: ['Toggle the side menu', 'User menu', 'Dark mode'].filter(
    (name) => document.querySelector(`[aria-label="${name}"]`) !== null,
  ),
})

test.each(['/', '/chatflows', '/marketplaces', '/tools', '/credentials', '/apikey'])(
  '[ROUTE-1] [ROUTE-2] %s stands in the main layout',
  async (path) => {
    openApp(path)
    await screen.findByText('The screen')
    expect(shellParts()).toEqual({
      hasMenu: true,
      hasDrawer: true,
      hasTopBar: true,
      buttons: ['Toggle the side menu', 'User menu', 'Dark mode'],
    })
  },
)

test.each([
  ['ROUTE-3', '/canvas'],
  ['ROUTE-3', '/canvas/some-flow'],
  ['ROUTE-3', '/agentcanvas/some-flow'],
  ['ROUTE-3', '/v2/agentcanvas/some-flow'],
  ['ROUTE-3', '/marketplace/some-template'],
  ['ROUTE-4', '/chatbot/some-flow'],
])('[%s] %s has the window to itself: no menu, no top bar', async (_, path) => {
  openApp(path)
  await screen.findByText('The screen')
  expect(shellParts()).toEqual({ hasMenu: false, hasDrawer: false, hasTopBar: false, buttons: [] })
})

test('[ROUTE-5] a thin bar at the top shows while the first screen loads, and while any other does', async () => {
  let arrive = (): void => undefined
  const router = openApp('/tools', async () => {
    await new Promise<void>((resolve) => {
      arrive = resolve
    })
    return { Component: () => <p>The screen</p> }
  })
  const bar = () => screen.queryByRole('progressbar', { name: 'Loading the screen' })
  for (const path of ['/credentials', '/apikey', '/canvas']) {
    const shown = bar()
    if (!shown) throw new Error('No bar shows.')
    const { position, top, left, right, height } = getComputedStyle(shown)
    expect({ position, top, left, right, height }).toEqual({
      position: 'fixed',
      top: '0px',
      left: '0px',
      right: '0px',
      height: '3px',
    })
    await act(async () => arrive())
    await screen.findByText('The screen')
    expect(bar()).toBeNull()
    act(() => void router.navigate(path))
  }
})

const source = join(import.meta.dirname, '..')
const routesFile = join(import.meta.dirname, 'routes.tsx')
const screens = dynamicImports(routesFile)

test('[ROUTE-5] every screen is loaded lazily, each from a module of its own', () => {
  const leaves = leavesOf(routes).filter(({ path }) => path !== '*')
  expect(leaves.filter((route) => typeof route.lazy !== 'function')).toEqual([])
  expect(leaves.length).toBeGreaterThanOrEqual(10)
  // One flow list under two addresses, one canvas under six, the list of runs under three of before.
  const distinct = new Set(leaves.map((route) => route.lazy))
  expect(distinct.size).toBe(leaves.length - 8)
  expect(new Set(screens).size).toBe(distinct.size)
})

test('[ROUTE-5] no screen comes with the shell or with another screen', () => {
  const start = closureOf(join(source, 'main.tsx'))
  expect(start.has(routesFile)).toBe(true)
  expect(screens.filter((screenFile) => start.has(screenFile))).toEqual([])
  for (const screenFile of screens) {
    const others = screens.filter((other) => other !== screenFile)
    expect(others.filter((other) => closureOf(screenFile).has(other))).toEqual([])
  }
  const text = readFileSync(routesFile, 'utf8')
  expect(text).not.toContain('webpackMode')
  const names = [...text.matchAll(/webpackChunkName: "([^"]+)"/g)].map((match) => match[1])
  expect(new Set(names).size).toBe(names.length)
})

function leavesOf(of: readonly RouteObject[]): RouteObject[] {
  return of.flatMap((route) => (route.children ? leavesOf(route.children) : [route]))
}

function dynamicImports(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/\bimport\(\s*(?:\/\*[^]*?\*\/\s*)?'([^']+)'/g)].map(([, path = '']) =>
    join(dirname(file), path),
  )
}

/** Everything that arrives together with a module: what it imports at once, and what that imports. */
function closureOf(entry: string): Set<string> {
  const seen = new Set<string>()
  const open = [entry]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    if (!/\.tsx?$/.test(file)) continue
    const statements = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\b(?!\s+type\b)(?:[^'";]*?\bfrom)?\s*'(\.[^']+)'/gm,
    )
    for (const [, path = ''] of statements) open.push(join(dirname(file), path))
  }
  return seen
}

test('[ROUTE-8] every screen has an address that the server knows as a page', () => {
  const paths = (of: readonly RouteObject[]): string[] =>
    of.flatMap(({ path, children = [] }) => [
      ...(path === undefined || path === '*' ? [] : [`/${path}`]),
      ...paths(children),
    ])
  expect(paths(routes).toSorted()).toEqual(SCREEN_PATHS.toSorted())
})
