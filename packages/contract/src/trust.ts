import { defineRoute } from './route.ts'

const tag = 'Health'

export const reportBlocked = defineRoute({
  method: 'POST',
  path: '/csp-reports',
  access: 'public',
  tag,
  summary: 'Receive Content-Security-Policy reports. They are counted as a metric, not stored.',
  consumes: 'raw',
  mostBytes: 64 * 1024,
  status: 204,
  errors: ['invalid-request', 'too-many-requests'],
})

export const securityText = defineRoute({
  method: 'GET',
  base: '/.well-known',
  path: '/security.txt',
  access: 'public',
  isUncounted: true,
  tag,
  summary: "Get the security contact (RFC 9116). 404 if it isn't set.",
  produces: 'text',
  errors: ['not-found'],
})
