import { getChatflow, listCredentialKinds, listNodes } from '@chatwright/contract'

import { call } from '../lib/api.ts'
import { startEarly } from '../lib/head-start.ts'
import { loadIcons } from '../lib/icons.ts'

/** Asks for what the first screen will show before its code has arrived; every other screen asks for itself. */
export function startScreen(path: string): void {
  const canvas = /^\/(?:canvas|(?:v2\/)?agentcanvas)(?:\/([^/]+))?\/?$/.exec(path)
  if (!canvas) return
  startEarly('nodes', () => call(listNodes))
  startEarly('credential-kinds', () => call(listCredentialKinds))
  loadIcons()
  const id = canvas[1]
  if (id !== undefined) startEarly(`chatflow ${id}`, () => call(getChatflow, { params: { id } }))
}
