import { defineCredential, password, string } from '@chatwright/core'

export default defineCredential({
  name: 'httpApiKey',
  label: 'HTTP Api Key',
  version: 1,
  icon: 'http-key.svg',
  description: 'A key sent with each request, in the header you name.',
  inputs: {
    key: string({ label: 'Key', placeholder: 'x-api-key' }),
    value: password({ label: 'Value' }),
  },
})
