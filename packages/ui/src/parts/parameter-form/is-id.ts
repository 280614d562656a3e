const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a value is the id of something stored, which says nothing to people. */
export function isId(value: string): boolean {
  return ID.test(value)
}
