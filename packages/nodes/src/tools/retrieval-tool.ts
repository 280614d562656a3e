import type { Document, Run, Tool } from '@chatwright/core'
import { capText, textTool } from './text-tool.ts'

interface Retrieval {
  name: string
  description: string
  returnSourceDocuments: boolean
  retrieve(query: string, run: Run): Promise<Document[]>
}

/** A search among documents as a tool. */
export function retrievalTool({ name, description, returnSourceDocuments, retrieve }: Retrieval): Tool {
  return textTool({
    name,
    description,
    effect: 'reads',
    inputDescription: 'What to look for, as a question or a few words.',
    async call(query, run) {
      const documents = await retrieve(query, run)
      const content = documents.map((document) => document.pageContent).join('\n\n')
      return {
        content: content === '' ? 'No results found.' : capText(content),
        ...(returnSourceDocuments && { sourceDocuments: documents }),
      }
    },
  })
}
