import { downloadFile, routeUrl, uploadFile } from '@chatwright/contract'
import type { StoredFile } from '@chatwright/contract'
import { STORED_FILE_PREFIX } from '@chatwright/core'
import { useQueries } from '@tanstack/react-query'

import { send } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

/** Puts a file into the server's store; what a `file` input holds of it from then on. One that waits goes again, unless it is saved with something. */
export async function storeFile(file: File, { isWaiting = false } = {}): Promise<StoredFile> {
  const form = new FormData()
  form.append('file', file, file.name)
  const url = routeUrl(uploadFile, isWaiting ? { query: { until: 'saved' } } : {})
  const response = await send(url, { method: 'POST', body: form })
  const stored = (await response.json()) as StoredFile
  queryClient.setQueryData(nameKey(stored.id), stored.name)
  return stored
}

/** One reference, or the list of them, as the document writes it. */
export function joinReferences(files: readonly StoredFile[]): string {
  const [first] = files
  if (files.length === 1 && first) return first.reference
  return STORED_FILE_PREFIX + JSON.stringify(files.map((file) => file.id))
}

/** The names under which files were stored; the document knows their ids only. */
export function useStoredNames(ids: readonly string[]): string[] {
  const names = useQueries({
    queries: ids.map((id) => ({
      queryKey: nameKey(id),
      queryFn: () => askName(id),
      staleTime: Infinity,
      retry: false,
    })),
  })
  return ids.map((id, index) => names[index]?.data ?? id)
}

function nameKey(id: string): readonly unknown[] {
  return ['file-name', id]
}

async function askName(id: string): Promise<string> {
  const response = await send(routeUrl(downloadFile, { params: { id } }), { method: 'HEAD' })
  const disposition = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? id
}
