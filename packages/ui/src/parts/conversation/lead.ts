/** Who a visitor said they are. */
export interface Lead {
  name?: string
  email?: string
  phone?: string
}

export function isMailAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)
}
