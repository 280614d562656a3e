import { defineCredential, options, password, string, type ConnectionSettings } from '@chatwright/core'

const withPage = { grant: ['authorization-code'] }

export default defineCredential({
  name: 'oAuth2Api',
  label: 'OAuth 2 connection',
  version: 1,
  icon: 'oauth.svg',
  description: 'Connects any service that speaks OAuth 2, for HTTP steps, request tools and OpenAPI.',
  inputs: {
    grant: options({
      label: 'Sign-in',
      default: 'authorization-code',
      options: [
        { label: 'In the browser', name: 'authorization-code' },
        { label: 'With a code on another device', name: 'device-code' },
        { label: 'Without a person', name: 'client-credentials' },
      ],
    }),
    clientId: string({ label: 'Client ID' }),
    clientSecret: password({ label: 'Client secret', description: 'Leave empty for a public client.', optional: true }),
    authorizationUrl: string({
      destination: true,
      label: 'Authorization URL',
      placeholder: 'https://example.com/oauth/authorize',
      optional: true,
      show: withPage,
    }),
    deviceUrl: string({
      destination: true,
      label: 'Device authorization URL',
      placeholder: 'https://example.com/oauth/device',
      optional: true,
      show: { grant: ['device-code'] },
    }),
    tokenUrl: string({ destination: true, label: 'Token URL', placeholder: 'https://example.com/oauth/token' }),
    revokeUrl: string({
      destination: true,
      label: 'Revocation URL',
      description: 'Called when the connection is deleted. Leave empty if the service has no such URL.',
      optional: true,
      additional: true,
    }),
    scopes: string({ label: 'Scopes', description: 'Separated by spaces.', optional: true }),
    apiHosts: string({
      destination: true,
      label: 'API hosts',
      description: 'The hosts that get the token, such as api.example.com. Separate several with commas.',
      placeholder: 'api.example.com',
    }),
    clientAuthentication: options({
      label: 'Client authentication',
      default: 'body',
      optional: true,
      additional: true,
      options: [
        { label: 'In the body', name: 'body' },
        { label: 'In the Authorization header', name: 'header' },
      ],
    }),
  },
  connection(values): ConnectionSettings {
    const list = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter((part) => part !== '')
    const given = (name: string): string => values[name]?.trim() ?? ''
    return {
      grant: grantOf(values['grant']),
      clientId: given('clientId'),
      ...(given('clientSecret') !== '' && { clientSecret: given('clientSecret') }),
      clientAuthentication: values['clientAuthentication'] === 'header' ? 'header' : 'body',
      authorizationUrl: given('authorizationUrl'),
      tokenUrl: given('tokenUrl'),
      ...(given('deviceUrl') !== '' && { deviceUrl: given('deviceUrl') }),
      ...(given('revokeUrl') !== '' && { revokeUrl: given('revokeUrl') }),
      scopes: list(values['scopes']),
      hosts: list(values['apiHosts']),
    }
  },
})

function grantOf(grant: string | undefined): ConnectionSettings['grant'] {
  return grant === 'device-code' || grant === 'client-credentials' ? grant : 'authorization-code'
}
