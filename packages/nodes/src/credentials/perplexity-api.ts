import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'perplexityApi',
  label: 'Perplexity API',
  version: 1,
  description: 'A key from perplexity.ai, under Settings and API.',
  icon: 'perplexity.svg',
  inputs: { perplexityApiKey: password({ label: 'Perplexity API key' }) },
})
