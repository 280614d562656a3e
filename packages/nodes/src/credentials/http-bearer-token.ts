import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'httpBearerToken',
  label: 'HTTP Bearer Token',
  version: 1,
  icon: 'http-key.svg',
  description: 'A bearer token sent with each request.',
  inputs: {
    token: password({ label: 'Token' }),
  },
})
