import { AppError, type SignIn, type SignedIn } from '@chatwright/contract'
import type { KnownSignIn } from '../http/access.ts'
import { FreshValues } from '../../ground/fresh-values.ts'
import { randomUUID } from 'node:crypto'
import type { Login } from './login.ts'
import type { FoundSignIn, SignInRow, SignInStore } from './sign-in-store.ts'
import { digestSignInToken, makeSignInToken } from '../http/sign-in-token.ts'

export type SignInService = ReturnType<typeof createSignInService>

const DAY_MS = 86_400_000
/** A browser that is used at least this often stays signed in. */
const LASTS_MS = 30 * DAY_MS
/** How long another process may still honour a sign-in that was ended in this one. */
const CACHED_MS = 5000
const MOST = 100

interface SignInDependencies {
  store: SignInStore
  /** Undefined where nobody needs to sign in. */
  login: Pick<Login, 'fingerprint'> | undefined
  now?: () => Date
  elapsed?: () => number
}

/** Browsers hold a token in the password's place. The database is the truth about each, for all processes. */
export function createSignInService({ store, login, now = () => new Date(), elapsed }: SignInDependencies) {
  const known = new FreshValues<KnownSignIn>(MOST, { goodForMs: CACHED_MS, elapsed })

  /** Used at all, it is good for as long again; written once a day. */
  const renew = async (row: SignInRow): Promise<void> => {
    if (Date.parse(row.last_used_date) > now().getTime() - DAY_MS) return
    // A database that cannot write now is no reason to send somebody away.
    await store.renew(row.id, { last_used_date: now().toISOString(), expires_date: later(now()) }).catch(() => {})
  }

  /** What sign-ins are bound to: the operator's end with another password; those of people are deleted by whatever ends them. */
  const ownerOf = async (person: string | null): Promise<string> =>
    person === null ? ((await login?.fingerprint()) ?? '') : `person ${person}`

  const ofOperator = async ({ id, login: made }: SignInRow): Promise<KnownSignIn | undefined> =>
    made === (await login?.fingerprint()) ? { id } : undefined

  return {
    /** For a caller who proved to know the password. The answer alone holds the token in clear. */
    async start(browser: string, person: string | null): Promise<SignedIn> {
      if (!login) throw new AppError('no-login')
      const token = makeSignInToken()
      const row: SignInRow = {
        id: randomUUID(),
        digest: digestSignInToken(token),
        login: await ownerOf(person),
        person_id: person,
        browser,
        created_date: now().toISOString(),
        last_used_date: now().toISOString(),
        expires_date: later(now()),
      }
      await store.insert(row, { kept: MOST - 1 })
      return { token, expiresDate: row.expires_date }
    },

    /** The sign-in behind a token; undefined when it ended, or was made with another password. */
    async find(token: string): Promise<KnownSignIn | undefined> {
      if (!login) return undefined
      const digest = digestSignInToken(token)
      const cached = known.get(digest)
      if (cached !== undefined) return cached
      const row = await store.findByDigest(digest)
      if (!row || Date.parse(row.expires_date) <= now().getTime()) return undefined
      const found = row.person_id === null ? await ofOperator(row) : ofPerson(row)
      if (!found) return undefined
      await renew(row)
      known.set(digest, found)
      return found
    },

    async list(person: string | null, current: string | undefined): Promise<SignIn[]> {
      if (!login) return []
      const rows = await store.list(await ownerOf(person), now().toISOString())
      return rows.map((row) => ({
        id: row.id,
        browser: row.browser,
        isCurrent: row.id === current,
        createdDate: row.created_date,
        lastUsedDate: row.last_used_date,
        expiresDate: row.expires_date,
      }))
    },

    async end(person: string | null, id: string): Promise<void> {
      known.clear()
      if (!(await store.delete(id, person))) throw new AppError('sign-in-not-found', { id })
    },

    async endAll(person: string | null): Promise<number> {
      known.clear()
      return store.deleteOf(person)
    },

    /** Looks at each again: someone's rights changed. */
    forget: () => known.clear(),
  }
}

function ofPerson(row: FoundSignIn): KnownSignIn | undefined {
  const { id, person_id: person, person_login: login, person_name: name, person_role: role } = row
  if (person === null || login === null || name === null || role === null) return undefined
  return { id, person: { id: person, login, name, role } }
}

function later(date: Date): string {
  return new Date(date.getTime() + LASTS_MS).toISOString()
}
