import { exportDatabase as exportRoute } from '@chatwright/contract'

import { call } from '../../lib/api.ts'
import { downloadText } from '../../lib/files.ts'

/** Saves everything the server holds as `DB.json`; a failure is logged only. */
export async function exportDatabase(): Promise<void> {
  try {
    const text: unknown = await call(exportRoute)
    downloadText({ name: 'DB.json', text: String(text) })
  } catch (error) {
    console.error(error)
  }
}
