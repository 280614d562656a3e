import { forgetSession } from '../../lib/sign-in.ts'
import { goHomeAndReload } from './page.ts'

export function logOut(): void {
  forgetSession()
  goHomeAndReload()
}
