const HOME_ENTRY = 'chatflows'

/** Whether the path's segments name a menu entry, or a screen that belongs to it; an empty first segment means the chat flows. */
export function isActiveEntry({ id, screens = [] }: { id: string; screens?: readonly string[] }, pathname: string) {
  const segments = pathname.split('/').slice(1)
  if ((segments[0] ?? '') === '') return id === HOME_ENTRY
  return [id, ...screens].some((each) => segments.includes(each))
}
