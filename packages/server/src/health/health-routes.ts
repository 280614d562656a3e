import {
  apiPage as apiPageRoute,
  AppError,
  live,
  openApi,
  ping,
  ready,
  toOpenApi,
  version,
  type Route,
} from '@chatwright/contract'
import { handle, type Handler } from '../http/handle.ts'
import { apiPage } from './api-page.ts'

export interface HealthOptions {
  /** Rejects when the database, or Redis where it is used, does not answer. */
  check(): Promise<void>
  version: string
  releasesUrl: string | undefined
  isShuttingDown(): boolean
  /** All routes served, this file's included. */
  routes(): readonly Route[]
}

export const healthRoutes = (options: HealthOptions): Handler[] => {
  let document: Record<string, unknown> | undefined
  return [
    handle(ping, () => 'pong'),
    handle(version, () => ({ version: options.version, releasesUrl: options.releasesUrl ?? null })),
    handle(live, () => ({ status: 'live' as const })),
    handle(ready, async () => {
      if (options.isShuttingDown()) throw new AppError('shutting-down')
      await options.check()
      return { status: 'ready' as const }
    }),
    handle(
      openApi,
      () => (document ??= toOpenApi(options.routes(), { title: 'Chatwright', version: options.version })),
    ),
    handle(apiPageRoute, ({ reply }) =>
      reply.type('text/html; charset=utf-8').send(apiPage(options.routes(), options.version)),
    ),
  ]
}
