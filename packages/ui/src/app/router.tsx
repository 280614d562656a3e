import { createBrowserRouter } from 'react-router'

import { routes } from './routes.tsx'

/** Starts loading the screen of the current address at once, so texts must be ready to load by then. */
export function createRouter() {
  return createBrowserRouter(routes)
}

export type Router = ReturnType<typeof createRouter>
