import { defineCredential, multiOptions, password, string } from '@chatwright/core'
import { GOOGLE_ACCESS, GOOGLE_HOSTS, googleScopes } from '../services/google/google.ts'

export default defineCredential({
  name: 'googleOAuth2',
  label: 'Google account',
  version: 1,
  icon: 'google.svg',
  description: 'Connects a Google account in the browser. Create an OAuth client of type web application first.',
  inputs: {
    clientId: string({ label: 'Client ID', placeholder: '….apps.googleusercontent.com' }),
    clientSecret: password({ label: 'Client secret', placeholder: 'GOCSPX-…' }),
    access: multiOptions({
      label: 'Access',
      description: 'Leave empty to ask for all of them.',
      optional: true,
      options: GOOGLE_ACCESS.map(({ label, name }) => ({ label, name })),
    }),
  },
  connection: (values) => ({
    grant: 'authorization-code',
    clientId: values['clientId'] ?? '',
    clientSecret: values['clientSecret'] ?? '',
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    revokeUrl: 'https://oauth2.googleapis.com/revoke',
    scopes: googleScopes(values['access']),
    authorizationParams: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' },
    hosts: GOOGLE_HOSTS,
  }),
})
