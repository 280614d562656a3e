import { defineCredential, multiOptions, password, string } from '@chatwright/core'
import { GOOGLE_ACCESS, serviceAccountSettings } from '../services/google/google.ts'

export default defineCredential({
  name: 'googleServiceAccount',
  label: 'Google service account',
  version: 1,
  icon: 'google.svg',
  description: 'Signs in without a browser, with the JSON key of a service account.',
  inputs: {
    serviceAccountKey: password({
      label: 'JSON key',
      description: 'The content of the file that Google Cloud created for the key.',
    }),
    subject: string({
      label: 'Act for',
      description:
        'A user of your Workspace domain, such as ada@example.com. Leave empty to act as the account itself.',
      optional: true,
    }),
    access: multiOptions({
      label: 'Access',
      description: 'Leave empty to ask for all of them.',
      optional: true,
      options: GOOGLE_ACCESS.map(({ label, name }) => ({ label, name })),
    }),
  },
  connection: serviceAccountSettings,
})
