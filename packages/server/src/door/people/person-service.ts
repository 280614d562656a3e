import {
  AppError,
  type Invited,
  type NewPerson,
  type PasswordLink,
  type Person,
  type PersonChanges,
  type Profile,
} from '@chatwright/contract'
import { ROLES, type Asker, type PersonRole } from '@chatwright/core'
import { randomUUID } from 'node:crypto'
import { covers } from '../askers/may.ts'
import { normalLogin } from '../askers/normal-login.ts'
import type { KnownPerson, OwnerLogin } from '../http/access.ts'
import { createForgeryLimiter } from '../http/failure-limiter.ts'
import { digestLinkToken, makeLinkToken } from './password-link-token.ts'
import type { Passwords } from './passwords.ts'
import type { PersonRow, PersonStore } from './person-store.ts'

export type PersonService = ReturnType<typeof createPersonService>

const DAY_MS = 86_400_000
const INVITATION_DAYS = 7
const RESET_DAYS = 1

export interface LinkMail {
  login: string
  name: string
  token: string
  hasJoined: boolean
  expiresDate: string
}

interface PersonDependencies {
  store: PersonStore
  /** Undefined where no one needs to sign in. */
  login: Pick<OwnerLogin, 'isName'> | undefined
  passwords: Passwords
  /** Forgets sign-ins that are known here, so that what was withdrawn ends at once. */
  forgetSignIns: () => void
  /** Mails a link; answers whether it was handed over. */
  mailLink?: (mail: LinkMail) => Promise<boolean>
  now?: () => Date
}

/** People beside the operator: who they are, what they may do and how they choose a password. */
export function createPersonService({
  store,
  login,
  passwords,
  forgetSignIns,
  mailLink = () => Promise.resolve(false),
  now = () => new Date(),
}: PersonDependencies) {
  const countForgery = createForgeryLimiter()

  const found = async (id: string): Promise<PersonRow> => {
    const row = await store.find(id)
    if (!row) throw new AppError('person-not-found', { id })
    return row
  }

  /** No one gives what they don't have, or changes someone who has more. */
  const changeable = async (id: string, asker: Asker): Promise<PersonRow> => {
    const row = await found(id)
    refuseHigher(asker, row.role)
    return row
  }

  const newLink = (hasJoined: boolean): { token: string; digest: string; expires_date: string } => {
    const token = makeLinkToken()
    const days = hasJoined ? RESET_DAYS : INVITATION_DAYS
    const expires = new Date(now().getTime() + days * DAY_MS).toISOString()
    return { token, digest: digestLinkToken(token), expires_date: expires }
  }

  const sendLink = async (
    row: PersonRow,
    { token, expires_date }: ReturnType<typeof newLink>,
  ): Promise<PasswordLink> => {
    const mail = { login: row.login, name: row.name, token, hasJoined: hasJoined(row), expiresDate: expires_date }
    // Without mail the link is there to be copied.
    const isMailed = row.login.includes('@') && (await mailLink(mail).catch(() => false))
    return { token, expiresDate: expires_date, isMailed }
  }

  return {
    async list(): Promise<Person[]> {
      return (await store.list()).map((row) => toPerson(row, row.last_seen_date))
    },

    async invite({ name, login: wanted, role }: NewPerson, asker: Asker): Promise<Invited> {
      if (!login) throw new AppError('no-login', undefined, { message: NO_LOGIN })
      refuseHigher(asker, role)
      const row: PersonRow = {
        id: randomUUID(),
        login: wanted,
        name,
        role,
        password_hash: null,
        created_date: now().toISOString(),
      }
      const link = newLink(false)
      const { digest, expires_date } = link
      const isFree = !login.isName(wanted) && (await store.insert(row, { person_id: row.id, digest, expires_date }))
      if (!isFree) throw new AppError('login-taken', { login: wanted })
      return { person: toPerson(row, null), link: await sendLink(row, link) }
    },

    async update(id: string, changes: PersonChanges, asker: Asker): Promise<Person> {
      const before = await changeable(id, asker)
      const { name, role = before.role } = changes
      if (role !== before.role) {
        refuseHigher(asker, role)
        refuseSelf(asker, id)
      }
      const row = await store.update(id, { ...(name !== undefined && { name }), ...(role !== before.role && { role }) })
      forgetSignIns()
      if (!row) throw new AppError('person-not-found', { id })
      return toPerson(row, null)
    },

    async delete(id: string, asker: Asker): Promise<void> {
      await changeable(id, asker)
      refuseSelf(asker, id)
      await store.delete(id)
      forgetSignIns()
    },

    async renewLink(id: string, asker: Asker): Promise<PasswordLink> {
      const row = await changeable(id, asker)
      const link = newLink(hasJoined(row))
      await store.insertLink({ person_id: id, digest: link.digest, expires_date: link.expires_date })
      return sendLink(row, link)
    },

    async endSignIns(id: string, asker: Asker): Promise<number> {
      await changeable(id, asker)
      const ended = await store.endSignIns(id)
      forgetSignIns()
      return ended
    },

    async readLink(token: string, address: string) {
      const row = await store.findLink(digestLinkToken(token), now().toISOString())
      if (row) return { name: row.name, login: row.login, hasJoined: hasJoined(row), expiresDate: row.expires_date }
      countForgery(address)
      throw new AppError('password-link-ended')
    },

    async useLink(
      { token, password }: { token: string; password: string },
      address: string,
    ): Promise<{ login: string }> {
      const digest = digestLinkToken(token)
      // A hash costs 80 ms and 32 MB: no one makes the server work with a token that opens nothing.
      const isThere = await store.findLink(digest, now().toISOString())
      const row =
        isThere &&
        (await store.useLink({ digest, now: now().toISOString(), passwordHash: await passwords.hash(password) }))
      forgetSignIns()
      if (row) return { login: row.login }
      countForgery(address)
      throw new AppError('password-link-ended')
    },

    /** Whom a name and a password belong to. Throws when this address guessed too often of late. */
    async identify(
      { name, password }: { name: string; password: string },
      address: string,
    ): Promise<KnownPerson | undefined> {
      const row = await store.findByLogin(normalLogin(name))
      return (await passwords.fits(password, row?.password_hash, address)) && row ? toKnown(row) : undefined
    },

    async profile(asker: Asker): Promise<Profile> {
      const id = asker.actor.kind === 'person' ? asker.actor.id : undefined
      if (id === undefined) return { name: 'Operator', login: null, role: 'owner', rights: Array.from(ROLES.owner) }
      const { name, login: own, role } = await found(id)
      return { name, login: own, role, rights: Array.from(ROLES[role]) }
    },

    async rename(asker: Asker, name: string): Promise<Profile> {
      const { role, login: own } = await found(ownId(asker))
      await store.update(ownId(asker), { name })
      forgetSignIns()
      return { name, login: own, role, rights: Array.from(ROLES[role]) }
    },

    async changePassword(
      asker: Asker,
      given: { current: string; password: string },
      { address, signIn }: { address: string; signIn: string | undefined },
    ): Promise<number> {
      const row = await found(ownId(asker))
      if (!(await passwords.fits(given.current, row.password_hash, address))) throw new AppError('password-wrong')
      const passwordHash = await passwords.hash(given.password)
      const ended = await store.setPassword(row.id, { passwordHash, kept: signIn })
      forgetSignIns()
      return ended
    },
  }
}

const NO_LOGIN =
  'Set a login for the server before you invite people. Set CHATWRIGHT_USERNAME and CHATWRIGHT_PASSWORD, then restart.'

function refuseHigher(asker: Asker, role: PersonRole): void {
  if (!covers(asker, ROLES[role])) throw new AppError('role-too-high')
}

function refuseSelf({ actor }: Asker, id: string): void {
  if (actor.kind === 'person' && actor.id === id) throw new AppError('own-role')
}

function ownId({ actor }: Asker): string {
  if (actor.kind !== 'person' || actor.id === undefined) throw new AppError('operator-login')
  return actor.id
}

const hasJoined = (row: Pick<PersonRow, 'password_hash'>): boolean => row.password_hash !== null

const toKnown = ({ id, name, role }: PersonRow): KnownPerson => ({ id, name, role })

function toPerson(row: PersonRow, lastSeenDate: string | null): Person {
  const { id, name, login, role, created_date: createdDate } = row
  return { id, name, login, role, hasJoined: hasJoined(row), createdDate, lastSeenDate }
}
