import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'tavilyApi',
  label: 'Tavily API',
  version: 1,
  icon: 'tavily.svg',
  description: 'From app.tavily.com.',
  inputs: {
    tavilyApiKey: password({ label: 'Tavily Api Key' }),
  },
})
