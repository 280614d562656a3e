import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'serpApi',
  label: 'Serp API',
  version: 1,
  icon: 'serpapi.svg',
  description: 'From the dashboard of serpapi.com.',
  inputs: {
    serpApiKey: password({ label: 'Serp Api Key' }),
  },
})
