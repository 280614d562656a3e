import { defineRoute } from './route.ts'

const tag = 'Health'

export const reportBlocked = defineRoute({
  method: 'POST',
  path: '/csp-reports',
  access: 'public',
  tag,
  summary: 'Where browsers say what the Content-Security-Policy of a page blocked. Counted as a metric, not stored.',
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
  summary: 'Whom to tell of a weakness (RFC 9116). 404 where the operator names nobody.',
  produces: 'text',
  errors: ['not-found'],
})
