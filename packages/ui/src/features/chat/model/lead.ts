/** Who a visitor said they are. */
export interface Lead {
  name?: string
  email?: string
  phone?: string
}
