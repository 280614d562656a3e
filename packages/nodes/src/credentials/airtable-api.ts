import { defineCredential, password } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'

export default defineCredential({
  name: 'airtableApi',
  label: 'Airtable API',
  version: 1,
  icon: 'airtable.svg',
  description: 'A personal access token with the scopes data.records:read, data.records:write and schema.bases:read.',
  inputs: { accessToken: password({ label: 'Access Token', placeholder: 'pat…' }) },
  async test({ values, context, signal }) {
    const { id } = await requestJson(
      {
        fetch: context.fetch,
        service: 'Airtable',
        url: 'https://api.airtable.com/v0/meta/whoami',
        headers: { authorization: `Bearer ${values['accessToken'] ?? ''}` },
        signal,
      },
      z.object({ id: z.string() }),
    )
    return `Airtable accepted the token of ${id}.`
  },
})
