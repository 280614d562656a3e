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
import { handle, type Handler } from '../../door/http/handle.ts'
import { prepareAnswer } from '../../door/http/prepared-answer.ts'
import { RELEASES_PAGE } from '../../ground/product.ts'
import { apiPage } from './api-page.ts'

export interface HealthOptions {
  /** Rejects when the database, or Redis where it is used, does not answer. */
  check(): Promise<void>
  version: string
  releasesUrl: string | undefined
  hasLogin: boolean
  isShuttingDown(): boolean
  /** All routes served, this file's included. */
  routes(): readonly Route[]
}

export const healthRoutes = (options: HealthOptions): Handler[] => {
  // Anybody may ask, and each takes as long to write as many answers.
  const document = prepareAnswer(
    () => JSON.stringify(toOpenApi(options.routes(), { title: 'Chatwright', version: options.version })),
    { 'content-type': 'application/json; charset=utf-8' },
  )
  const page = prepareAnswer(() => apiPage(options.routes(), options.version), {
    'content-type': 'text/html; charset=utf-8',
  })
  return [
    handle(ping, () => 'pong'),
    handle(version, () => ({
      version: options.version,
      releasesUrl: options.releasesUrl ?? null,
      isPublished: options.releasesUrl !== undefined || RELEASES_PAGE !== '',
      hasLogin: options.hasLogin,
    })),
    handle(live, () => ({ status: 'live' as const })),
    handle(ready, async () => {
      if (options.isShuttingDown()) throw new AppError('shutting-down')
      await options.check()
      return { status: 'ready' as const }
    }),
    handle(openApi, async ({ request, reply }) => {
      await document.send(request, reply)
      return {}
    }),
    handle(apiPageRoute, async ({ request, reply }) => {
      await page.send(request, reply)
      return ''
    }),
  ]
}
