import type { CredentialValues, NodeContext, Run, Tool } from '@chatwright/core'
import { capText, textTool } from './text-tool.ts'

export interface SearchHit {
  title?: string | undefined
  url?: string | undefined
  text?: string | undefined
}

export interface SearchCall {
  query: string
  fetch: typeof fetch
  credential: CredentialValues
  signal: AbortSignal
}

interface SearchSettings {
  name: string
  description: string
  credential: CredentialValues
  context: Pick<NodeContext, 'fetch'>
  search: (call: SearchCall) => Promise<{ answer?: string | undefined; hits: SearchHit[] }>
}

/** A web search as a tool: a direct answer when the service has one, then what was found, with addresses to cite. */
export function searchTool({ name, description, credential, context, search }: SearchSettings): Tool {
  return textTool({
    name,
    description,
    inputDescription: 'What to search for.',
    effect: 'reads',
    async call(query: string, { signal }: Run) {
      const { answer, hits } = await search({ query, fetch: context.fetch, credential, signal })
      const lines = [...(answer ? [answer] : []), ...hits.map(describeHit)].filter((line) => line !== '')
      return lines.length === 0 ? 'No results found.' : capText(lines.join('\n\n'))
    },
  })
}

export const SEARCH_DESCRIPTION = 'Searches the web. Use it for current events and facts you are not sure of.'

function describeHit({ title, url, text }: SearchHit): string {
  return [title, url, text].filter((part) => part).join('\n')
}
