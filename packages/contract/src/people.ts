import { RIGHTS, ROLE_NAMES } from '@chatwright/core'
import { z } from 'zod'
import { Deletion, IdParams, IsoDate, text } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'People'

export const PersonRole = z.enum(ROLE_NAMES)

export const Person = z.object({
  id: z.string(),
  name: z.string(),
  /** What they sign in with: an email address or a username, in lower case. */
  login: z.string(),
  role: PersonRole,
  /** Whether they have chosen a password yet. */
  hasJoined: z.boolean(),
  createdDate: IsoDate,
  /** When their newest sign-in was last used, to the day. */
  lastSeenDate: IsoDate.nullable(),
})
export type Person = z.infer<typeof Person>

const PersonName = text(200)
  .transform((name) => name.trim())
  .refine((name) => name !== '', 'A person needs a name')

/** Basic authentication ends a username at its first colon. */
const Login = text(200)
  .transform((login) => login.trim().normalize('NFC').toLowerCase())
  .refine((login) => /^[^\s:\p{Cc}]+$/u.test(login), 'A username is one word without a colon, such as ana@example.com')

const Password = text(200).refine((password) => password.length >= 10, 'A password has at least 10 characters')

export const NewPerson = z.strictObject({ name: PersonName, login: Login, role: PersonRole })
export type NewPerson = z.infer<typeof NewPerson>

export const PersonChanges = z.strictObject({ name: PersonName, role: PersonRole }).partial()
export type PersonChanges = z.infer<typeof PersonChanges>

/** A way to choose a password, once. It's returned only here. */
export const PasswordLink = z.object({
  token: z.string(),
  expiresDate: IsoDate,
  /** Whether it was also sent to the person by email. */
  isMailed: z.boolean(),
})
export type PasswordLink = z.infer<typeof PasswordLink>

export const Invited = z.object({ person: Person, link: PasswordLink })
export type Invited = z.infer<typeof Invited>

export const Profile = z.object({
  name: z.string(),
  /** Null for the operator, whose login is set where the server is started. */
  login: z.string().nullable(),
  role: PersonRole,
  rights: z.array(z.enum(RIGHTS)),
})
export type Profile = z.infer<typeof Profile>

export const listPeople = defineRoute({
  method: 'GET',
  path: '/people',
  access: 'owner',
  right: 'member.edit',
  tag,
  summary: 'List people.',
  response: z.array(Person),
})

export const createPerson = defineRoute({
  method: 'POST',
  path: '/people',
  access: 'owner',
  right: 'member.edit',
  tag,
  summary: 'Invite a person. The answer holds a link that works once, and is mailed where email is set up.',
  body: NewPerson,
  response: Invited,
  errors: ['no-login', 'login-taken', 'role-too-high'],
})

export const updatePerson = defineRoute({
  method: 'PUT',
  path: '/people/:id',
  access: 'owner',
  right: 'member.edit',
  tag,
  summary: 'Rename a person or change their role.',
  params: IdParams,
  body: PersonChanges,
  response: Person,
  errors: ['person-not-found', 'role-too-high', 'own-role'],
})

export const deletePerson = defineRoute({
  method: 'DELETE',
  path: '/people/:id',
  access: 'owner',
  right: 'member.edit',
  tag,
  summary: 'Remove a person and end their sign-ins.',
  params: IdParams,
  response: Deletion,
  errors: ['person-not-found', 'role-too-high', 'own-role'],
})

export const createPasswordLink = defineRoute({
  method: 'POST',
  path: '/people/:id/link',
  access: 'owner',
  right: 'member.edit',
  tag,
  summary: 'Make a new invitation, or a link to reset the password. Earlier links stop working.',
  params: IdParams,
  response: PasswordLink,
  errors: ['person-not-found', 'role-too-high'],
})

export const endSignInsOfPerson = defineRoute({
  method: 'DELETE',
  path: '/people/:id/sign-ins',
  access: 'owner',
  right: 'member.edit',
  tag,
  summary: 'Sign a person out everywhere.',
  params: IdParams,
  response: Deletion,
  errors: ['person-not-found', 'role-too-high'],
})

const Token = text(100)

export const readPasswordLink = defineRoute({
  method: 'POST',
  path: '/password-links/read',
  access: 'public',
  tag,
  summary: 'Check an invitation or a link to reset a password.',
  body: z.strictObject({ token: Token }),
  response: z.object({ name: z.string(), login: z.string(), hasJoined: z.boolean(), expiresDate: IsoDate }),
  errors: ['password-link-ended', 'too-many-requests'],
})

export const usePasswordLink = defineRoute({
  method: 'POST',
  path: '/password-links/use',
  access: 'public',
  isAudited: true,
  tag,
  summary: 'Choose a password with a link. Ends the person’s sign-ins.',
  body: z.strictObject({ token: Token, password: Password }),
  response: z.object({ login: z.string() }),
  errors: ['password-link-ended', 'too-many-requests', 'overloaded'],
})

export const getProfile = defineRoute({
  method: 'GET',
  path: '/profile',
  access: 'owner',
  right: 'signed-in',
  tag,
  summary: 'Get your name, role and permissions.',
  response: Profile,
})

export const updateProfile = defineRoute({
  method: 'PUT',
  path: '/profile',
  access: 'owner',
  right: 'signed-in',
  tag,
  summary: 'Change your name.',
  body: z.strictObject({ name: PersonName }),
  response: Profile,
  errors: ['operator-login'],
})

export const changePassword = defineRoute({
  method: 'PUT',
  path: '/profile/password',
  access: 'owner',
  right: 'signed-in',
  tag,
  summary: 'Change your password. Ends your other sign-ins.',
  body: z.strictObject({ current: text(200), password: Password }),
  response: Deletion,
  errors: ['operator-login', 'password-wrong', 'too-many-requests', 'overloaded'],
})
