import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'httpBearerToken',
  label: 'HTTP Bearer Token',
  version: 1,
  icon: 'http-key.svg',
  description: 'A token, sent as a bearer token with each request.',
  inputs: {
    token: password({ label: 'Token' }),
  },
})
