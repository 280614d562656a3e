import { clearSession } from '../../lib/session.ts'
import { goHomeAndReload } from './page.ts'

export function logOut(): void {
  clearSession()
  goHomeAndReload()
}
