import { defineCredential, multiOptions, password, string } from '@chatwright/core'
import { pathSegment } from '../http/path-segment.ts'
import { MICROSOFT_ACCESS, microsoftScopes } from '../services/microsoft/microsoft.ts'

export default defineCredential({
  name: 'microsoftOAuth2',
  label: 'Microsoft account',
  version: 1,
  icon: 'onedrive.svg',
  description: 'Connects a Microsoft 365 account in the browser, with an app registration of yours.',
  inputs: {
    clientId: string({ label: 'Application (client) ID' }),
    clientSecret: password({ label: 'Client secret' }),
    tenant: string({
      label: 'Tenant ID',
      description: 'Leave empty for accounts of any organization and personal ones.',
      optional: true,
    }),
    access: multiOptions({
      label: 'Access',
      description: 'Leave empty to ask for all of them.',
      optional: true,
      options: MICROSOFT_ACCESS.map(({ label, name }) => ({ label, name })),
    }),
  },
  connection(values) {
    const tenant = pathSegment('tenant', values['tenant']?.trim() || 'common')
    return {
      grant: 'authorization-code',
      clientId: values['clientId'] ?? '',
      clientSecret: values['clientSecret'] ?? '',
      authorizationUrl: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/authorize`,
      tokenUrl: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`,
      scopes: microsoftScopes(values['access']),
      hosts: ['graph.microsoft.com'],
    }
  },
})
