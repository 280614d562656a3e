import { lazyDialog } from '../../components/lazy-part/lazy-part.tsx'
import { askDocuments, useAskedDocuments } from '../../state/asked-documents.ts'

const DocumentDialog = lazyDialog(() => import('../../features/chatflows/components/document-dialog.tsx'), {
  texts: ['chatflows'],
})

/** Makes a chat of documents, from whichever screen they were chosen. */
export function DocumentHost() {
  const files = useAskedDocuments((state) => state.files)
  return files.length === 0 ? null : <DocumentDialog files={files} onClose={() => askDocuments([])} />
}
