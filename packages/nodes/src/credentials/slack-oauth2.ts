import { defineCredential, password, string } from '@chatwright/core'

export default defineCredential({
  name: 'slackOAuth2',
  label: 'Slack workspace',
  version: 1,
  icon: 'slack.svg',
  description: 'Connects a Slack workspace in the browser, with the client of your Slack app.',
  inputs: {
    clientId: string({ label: 'Client ID' }),
    clientSecret: password({ label: 'Client secret' }),
  },
  connection: (values) => ({
    grant: 'authorization-code',
    clientId: values['clientId'] ?? '',
    clientSecret: values['clientSecret'] ?? '',
    authorizationUrl: 'https://slack.com/oauth/v2/authorize',
    tokenUrl: 'https://slack.com/api/oauth.v2.access',
    revokeUrl: 'https://slack.com/api/auth.revoke',
    scopeSeparator: ',',
    scopes: [
      'channels:history',
      'channels:join',
      'channels:read',
      'chat:write',
      'files:write',
      'groups:history',
      'groups:read',
      'im:write',
      'reactions:write',
      'users:read',
      'users:read.email',
    ],
    hosts: ['slack.com'],
  }),
})
