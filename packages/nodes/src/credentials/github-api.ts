import { defineCredential, password } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'

export default defineCredential({
  name: 'githubApi',
  label: 'Github API',
  version: 1,
  icon: 'github.svg',
  description: 'A personal access token. Find it in GitHub under Settings, Developer settings.',
  inputs: { accessToken: password({ label: 'Access Token', placeholder: 'github_pat_…' }) },
  async test({ values, context, signal }) {
    const { login } = await requestJson(
      {
        fetch: context.fetch,
        service: 'GitHub',
        url: 'https://api.github.com/user',
        headers: { authorization: `Bearer ${values.accessToken ?? ''}`, 'user-agent': 'Chatwright' },
        signal,
      },
      z.object({ login: z.string() }),
    )
    return `GitHub accepted the token of ${login}.`
  },
})
