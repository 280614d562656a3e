const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A value that keeps a name behind the id it is about, as steps keep stores of documents. */
export function nameBehindId(value: string): { id: string; name: string } | undefined {
  const at = value.indexOf(':')
  const id = value.slice(0, Math.max(at, 0))
  return isId(id) ? { id, name: value.slice(at + 1) } : undefined
}

/** Whether a value is the id of something stored, which says nothing to people. */
export function isId(value: string): boolean {
  return ID.test(value)
}
