import {
  NodeError,
  string,
  type Document,
  type Documents,
  type RequestView,
  type Retriever,
  type Run,
} from '@chatwright/core'

export const queryInput = string({
  destination: false,
  label: 'Query',
  description: 'What to search for. Leave empty to search for the question.',
  optional: true,
  acceptVariable: true,
})

export function retrieverOutputs(type: string, label: string) {
  return {
    retriever: { label, baseClasses: [type, 'BaseRetriever'] },
    document: {
      label: 'Document',
      description: 'The documents with their metadata.',
      baseClasses: ['Document', 'json'],
    },
    text: { label: 'Text', description: "The documents' text.", baseClasses: ['string', 'json'] },
  }
}

/** Text is searched for while the node is built; the other outputs search when asked. */
export const retrieverTraits = { usesRequest: ['text'] } as const

interface Chosen {
  output: string
  request: RequestView | undefined
  query?: string | undefined
}

/** The value of a retriever node for the chosen output. */
export async function retrieverValue(
  retriever: Retriever,
  { output, request, query }: Chosen,
): Promise<Retriever | Documents | string> {
  const load = (run: Run): Promise<Document[]> => retriever.retrieve(query?.trim() ? query : run.question, run)
  if (output === 'document') return { kind: 'documents', load }
  if (output !== 'text') return retriever
  if (!request) throw new NodeError("The Text output needs a question, but this run doesn't have one.")
  return (await load(request.run)).map((document) => document.pageContent).join('\n')
}
