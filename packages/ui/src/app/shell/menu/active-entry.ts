const HOME_ENTRY = 'chatflows'

/** The id of the menu entry the path's segments name; an empty first segment means the chat flows. */
export function isActiveEntry(id: string, pathname: string): boolean {
  const segments = pathname.split('/').slice(1)
  if ((segments[0] ?? '') === '') return id === HOME_ENTRY
  return segments.includes(id)
}
