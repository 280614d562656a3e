import { z } from 'zod'
import { defineRoute } from './route.ts'

const tag = 'Health'

export const ping = defineRoute({
  method: 'GET',
  path: '/ping',
  access: 'public',
  isUncounted: true,
  tag,
  summary: 'Answers `pong`.',
  produces: 'text',
})

export const version = defineRoute({
  method: 'GET',
  path: '/version',
  access: 'public',
  isUncounted: true,
  tag,
  summary: "Get the server's version, where releases are announced, and whether there is a login.",
  response: z.object({
    version: z.string(),
    releasesUrl: z.string().nullable(),
    /** Whether there is a public release page at all; its operator may have turned the question off. */
    isPublished: z.boolean(),
    hasLogin: z.boolean(),
  }),
})

export const live = defineRoute({
  method: 'GET',
  base: '/health',
  path: '/live',
  access: 'public',
  isUncounted: true,
  tag,
  summary: 'Check that the process is running.',
  response: z.object({ status: z.literal('live') }),
})

export const ready = defineRoute({
  method: 'GET',
  base: '/health',
  path: '/ready',
  access: 'public',
  isUncounted: true,
  tag,
  summary: "Check that the server is ready: its database responds and it isn't shutting down.",
  response: z.object({ status: z.literal('ready') }),
  errors: ['database-unavailable', 'shutting-down'],
})

export const openApi = defineRoute({
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  isUncounted: true,
  tag,
  summary: 'Get this API as OpenAPI 3.1.',
  response: z.record(z.string(), z.unknown()),
})

export const apiPage = defineRoute({
  method: 'GET',
  path: '/docs',
  access: 'public',
  isUncounted: true,
  tag,
  summary: 'Get this API as a web page.',
  produces: 'text',
})

export const metrics = defineRoute({
  method: 'GET',
  base: '',
  path: '/metrics',
  access: 'owner',
  right: 'server.admin',
  tag,
  summary: 'Get metrics in Prometheus format.',
  produces: 'text',
})
