import { defineCredential, password, string } from '@chatwright/core'

export default defineCredential({
  name: 'cloudflareApi',
  label: 'Cloudflare API',
  version: 1,
  description: 'The account ID and an API token with the Workers AI permission.',
  icon: 'cloudflare.svg',
  inputs: {
    cloudflareAccountId: string({ label: 'Cloudflare account ID' }),
    cloudflareApiToken: password({ label: 'Cloudflare API token' }),
  },
})
