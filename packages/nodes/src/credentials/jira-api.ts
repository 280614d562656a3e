import { defineCredential, password, string } from '@chatwright/core'

export default defineCredential({
  name: 'jiraApi',
  label: 'Jira API',
  version: 1,
  icon: 'jira.svg',
  description: 'An Atlassian account with an API token. Create one at id.atlassian.com.',
  inputs: {
    username: string({ label: 'Email address', placeholder: 'ada@example.com' }),
    accessToken: password({ label: 'API token' }),
    host: string({ destination: true, label: 'Site', placeholder: 'https://example.atlassian.net' }),
  },
})
