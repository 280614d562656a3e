import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'openAPIAuth',
  label: 'OpenAPI Auth Token',
  version: 1,
  icon: 'openapi.svg',
  description: 'A bearer token sent with every request to the API.',
  inputs: {
    openAPIToken: password({ label: 'OpenAPI Token' }),
  },
})
