import { AppError, endAllSignIns, endSignIn, listSignIns, signIn, signOut } from '@chatwright/contract'
import { keyOf, personOf } from '../askers/may.ts'
import { handle, type Handler } from '../http/handle.ts'
import { browserName } from './browser-name.ts'
import type { SignInService } from './sign-in-service.ts'

export const signInRoutes = (signIns: SignInService): Handler[] => [
  handle(signIn, ({ asker, signIn: current, request }) => {
    // A token or a key must not make tokens: it could outlive its own end.
    if (keyOf(asker) !== undefined || current !== undefined) {
      throw new AppError('forbidden', undefined, {
        message: 'Signing in requires a username and password, sent as Basic authentication.',
      })
    }
    return signIns.start(browserName(request.headers['user-agent']), personOf(asker) ?? null)
  }),
  handle(signOut, async ({ asker, signIn: current }) => {
    if (current !== undefined) await signIns.end(personOf(asker) ?? null, current)
    return { raw: [], affected: current === undefined ? 0 : 1 }
  }),
  handle(listSignIns, ({ asker, signIn: current }) => signIns.list(personOf(asker) ?? null, current)),
  handle(endSignIn, async ({ asker, params }) => {
    await signIns.end(personOf(asker) ?? null, params.id)
    return { raw: [], affected: 1 }
  }),
  handle(endAllSignIns, async ({ asker }) => ({ raw: [], affected: await signIns.endAll(personOf(asker) ?? null) })),
]
