import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'hubspotApi',
  label: 'HubSpot API',
  version: 1,
  icon: 'hubspot.svg',
  description: 'The access token of a private app. Find it in HubSpot under Settings, Integrations.',
  inputs: { hubspotAccessToken: password({ label: 'Access token', placeholder: 'pat-…' }) },
})
