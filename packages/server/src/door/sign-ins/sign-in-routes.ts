import { AppError, endAllSignIns, endSignIn, listSignIns, signIn, signOut } from '@chatwright/contract'
import type { Caller } from '../http/caller.ts'
import { handle, type Handler } from '../http/handle.ts'
import { browserName } from './browser-name.ts'
import type { SignInService } from './sign-in-service.ts'

export const signInRoutes = (signIns: SignInService): Handler[] => [
  handle(signIn, ({ caller, request }) => {
    // A token or a key must not make tokens: it could outlive its own end.
    if (caller.kind === 'api-key' || signInOf(caller) !== undefined) {
      throw new AppError('forbidden', undefined, {
        message: 'Signing in requires a username and password, sent as Basic authentication.',
      })
    }
    return signIns.start(browserName(request.headers['user-agent']))
  }),
  handle(signOut, async ({ caller }) => {
    const current = signInOf(caller)
    if (current !== undefined) await signIns.end(current)
    return { raw: [], affected: current === undefined ? 0 : 1 }
  }),
  handle(listSignIns, ({ caller }) => signIns.list(signInOf(caller))),
  handle(endSignIn, async ({ params }) => {
    await signIns.end(params.id)
    return { raw: [], affected: 1 }
  }),
  handle(endAllSignIns, async () => ({ raw: [], affected: await signIns.endAll() })),
]

function signInOf(caller: Caller): string | undefined {
  return caller.kind === 'owner' ? caller.signIn : undefined
}
