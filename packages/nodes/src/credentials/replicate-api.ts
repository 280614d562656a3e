import { defineCredential, password } from '@chatwright/core'
import { requestJson } from '../providers/request-json.ts'
import { replicateEndpoint } from '../replicate/replicate-model.ts'

export default defineCredential({
  name: 'replicateApi',
  label: 'Replicate API',
  version: 1,
  description: 'A token from replicate.com, under API tokens.',
  icon: 'replicate.svg',
  inputs: { replicateApiKey: password({ label: 'Replicate API token', placeholder: 'r8_…' }) },
  async test({ values, context, signal }) {
    const endpoint = replicateEndpoint(values, context)
    const { username } = await requestJson<{ username?: string }>({ endpoint, path: 'account', signal })
    return `Replicate accepted the key${username ? ` of ${username}` : ''}.`
  },
})
