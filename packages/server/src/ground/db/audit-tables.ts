/** What somebody did, or was refused. Never changed but for the number of its seal. */
export interface AuditEntryTable {
  id: string
  created_date: string
  /** The kind of actor. */
  actor: string
  actor_id: string | null
  actor_name: string | null
  /** The API key that was shown. */
  key_id: string | null
  way: string
  address: string
  /** The method and the path of the route. */
  action: string
  object_id: string | null
  object_name: string | null
  /** Names of the fields that were sent, as JSON. No values. */
  fields: string
  result: 'done' | 'refused' | 'failed'
  /** The code of the error that was answered. */
  code: string | null
  seal: number | null
}

/** Entries up to a date, chained to the seal before under the encryption key. */
export interface AuditSealTable {
  number: number
  created_date: string
  last_date: string
  entries: number
  /** Of the seal before; empty for the first. */
  previous_mac: string
  mac: string
}
