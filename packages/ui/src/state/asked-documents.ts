import { create } from 'zustand'

import { pickFiles } from '../lib/files.ts'

/** The kinds of files that can be asked questions. */
export const DOCUMENTS = '.pdf,.docx,.xlsx,.pptx,.epub,.txt,.md,.csv,.json,.html'

/** Documents that are becoming a flow which answers about them; none while nothing is. */
export const useAskedDocuments = create<{ files: readonly File[] }>()(() => ({ files: [] }))

export function askDocuments(files: readonly File[]): void {
  useAskedDocuments.setState({ files })
}

/** Lets a person choose documents, and opens a chat with them. */
export async function pickDocuments(): Promise<void> {
  const files = await pickFiles({ accept: DOCUMENTS, multiple: true })
  if (files.length > 0) askDocuments(files)
}
