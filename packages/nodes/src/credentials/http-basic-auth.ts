import { defineCredential, password, string } from '@chatwright/core'

export default defineCredential({
  name: 'httpBasicAuth',
  label: 'HTTP Basic Auth',
  version: 1,
  icon: 'http-key.svg',
  description: 'A username and password sent with each request.',
  inputs: {
    basicAuthUsername: string({ label: 'Basic Auth Username' }),
    basicAuthPassword: password({ label: 'Basic Auth Password' }),
  },
})
