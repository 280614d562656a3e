import { defineCredential, password } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'

export default defineCredential({
  name: 'notionApi',
  label: 'Notion API',
  version: 1,
  icon: 'notion.svg',
  description: 'The secret of an internal integration. Share pages with the integration in Notion.',
  inputs: { notionIntegrationToken: password({ label: 'Integration secret', placeholder: 'ntn_…' }) },
  async test({ values, context, signal }) {
    const { name } = await requestJson(
      {
        fetch: context.fetch,
        service: 'Notion',
        url: 'https://api.notion.com/v1/users/me',
        headers: {
          authorization: `Bearer ${values['notionIntegrationToken'] ?? ''}`,
          'notion-version': '2022-06-28',
        },
        signal,
      },
      z.object({ name: z.string().nullish() }),
    )
    return `Notion accepted the secret of ${name ?? 'the integration'}.`
  },
})
