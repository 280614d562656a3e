import { z } from 'zod'
import { Deletion, IdParams, IsoDate } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Signing in'

/** Sent as the password of Basic authentication, beside the username. */
export const SignedIn = z.object({ token: z.string(), expiresDate: IsoDate })
export type SignedIn = z.infer<typeof SignedIn>

export const SignIn = z.object({
  id: z.string(),
  /** Which browser on which system, as far as it says. */
  browser: z.string(),
  /** Whether the one who asks came with it. */
  isCurrent: z.boolean(),
  createdDate: IsoDate,
  /** To the day. */
  lastUsedDate: IsoDate,
  expiresDate: IsoDate,
})
export type SignIn = z.infer<typeof SignIn>

export const signIn = defineRoute({
  method: 'POST',
  path: '/sign-in',
  access: 'owner',
  right: 'signed-in',
  tag,
  summary: 'Exchange a username and password (Basic authentication) for a token.',
  response: SignedIn,
  errors: ['unauthorized', 'forbidden', 'no-login', 'too-many-requests'],
})

export const signOut = defineRoute({
  method: 'POST',
  path: '/sign-out',
  access: 'owner',
  right: 'signed-in',
  tag,
  summary: 'Sign out.',
  response: Deletion,
})

export const listSignIns = defineRoute({
  method: 'GET',
  path: '/sign-ins',
  access: 'owner',
  right: 'signed-in',
  tag,
  summary: 'List signed-in browsers.',
  response: z.array(SignIn),
})

export const endSignIn = defineRoute({
  method: 'DELETE',
  path: '/sign-ins/:id',
  access: 'owner',
  right: 'signed-in',
  tag,
  summary: 'Sign out one browser.',
  params: IdParams,
  response: Deletion,
  errors: ['sign-in-not-found'],
})

export const endAllSignIns = defineRoute({
  method: 'DELETE',
  path: '/sign-ins',
  access: 'owner',
  right: 'signed-in',
  tag,
  summary: 'Sign out everywhere.',
  response: Deletion,
})
