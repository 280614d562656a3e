import { AppError, type ConnectionStart } from '@chatwright/contract'
import { NodeError, withHint } from '@chatwright/core'
import { randomBytes } from 'node:crypto'
import { isSameSecret } from '../credentials/same-secret.ts'
import { stateOf, type ConnectionAccess } from './connection-access.ts'
import {
  authorizationAddress,
  createPkce,
  exchangeCode,
  exchangeDeviceCode,
  requestDeviceCode,
  revokeTokens,
  TokenRefusal,
} from './request-tokens.ts'
import { digestMark, readMark, startedElsewhere } from './started-here.ts'

export type ConnectionService = ReturnType<typeof createConnectionService>

/** For so long somebody may take to allow it in a browser. */
export const PENDING_MS = 600_000

interface Dependencies {
  access: ConnectionAccess
  fetch: typeof fetch
  redirectUrl: string
  now: () => Date
}

interface Return {
  code?: string | undefined
  state?: string | undefined
  error?: string | undefined
  /** The cookies of the browser. */
  cookies: string | undefined
}

/** Connects credentials: sends a person to the page that allows it, and takes what comes back. */
export function createConnectionService({ access, fetch, redirectUrl, now }: Dependencies) {
  const find = async (id: string) => {
    try {
      return await access.require(id)
    } catch {
      throw new AppError('credential-not-found', { id })
    }
  }

  // With the path that a proxy puts before all others.
  const here = redirectUrl.slice(0, redirectUrl.lastIndexOf('/api/v1/'))

  return {
    redirectUrl,

    /** Only a browser with the mark can finish what is started here. */
    async start(id: string, browser: string): Promise<ConnectionStart> {
      const row = await find(id)
      return told(async () => {
        const settings = await access.settingsOf(row)
        if (settings.grant === 'authorization-code') {
          const state = `${id}.${randomBytes(32).toString('base64url')}`
          const { verifier, challenge } = createPkce()
          const address = authorizationAddress(settings, { state, challenge, redirectUrl })
          const until = now().getTime() + PENDING_MS
          await access.write(id, (tokens) => ({ ...tokens, pending: { state, verifier, until, browser } }), {
            state: row.connection_state,
            ...(row.connection_error !== null && { error: row.connection_error }),
          })
          return { authorizationUrl: address }
        }
        if (settings.grant === 'device-code') {
          const { code, userCode, address, everyMs, until } = await requestDeviceCode(request(settings))
          await access.write(id, (tokens) => ({ ...tokens, device: { code, everyMs, until } }), { state: null })
          return { userCode, verificationUrl: address, everySeconds: everyMs / 1000 }
        }
        await access.write(id, () => ({}), { state: null })
        await access.token(id)
        return { isConnected: true }
      })
    },

    /** Whether somebody entered the code by now. */
    async look(id: string): Promise<{ isConnected: boolean }> {
      const row = await find(id)
      const { device } = access.read(row)
      if (!device) return { isConnected: row.connection_state === 'connected' }
      if (device.until <= now().getTime()) throw new AppError('link-expired')
      return told(async () => {
        const settings = await access.settingsOf(row)
        const fresh = await exchangeDeviceCode(request(settings), device.code)
        if (!fresh) return { isConnected: false }
        const since = { row, isSameSignIn: false }
        const stored = await access.write(id, () => fresh, { ...stateOf(fresh, settings), since })
        return { isConnected: stored !== undefined && access.read(stored).access === fresh.access }
      })
    },

    /** Somebody comes back from a browser. Good once. */
    async finish({ code, state = '', error, cookies }: Return): Promise<void> {
      const [id = ''] = state.split('.')
      const row = id === '' ? undefined : await access.require(id).catch(() => undefined)
      const { pending } = row ? access.read(row) : {}
      if (!row || !pending || !isSameSecret(state, pending.state)) throw new AppError('link-invalid')
      // Else a link that somebody sends would put their own account behind a connection of someone here.
      if (digestMark(readMark(id, cookies)) !== pending.browser) throw startedElsewhere(here)
      const { connection_state: before } = row
      await access.write(id, ({ pending: _, ...rest }) => rest, { state: before })
      if (pending.until <= now().getTime()) throw new AppError('link-expired')
      const since = { row, isSameSignIn: false }
      const fail = async (reason: string): Promise<never> => {
        await access.write(id, (tokens) => tokens, { state: 'failed', error: reason, since })
        throw new AppError('connection-failed', undefined, { message: reason })
      }
      if (code === undefined) return fail(`Access was denied${error === undefined ? '' : ` (${error})`}.`)
      const settings = await access.settingsOf(row)
      const fresh = await exchangeCode(request(settings), { code, verifier: pending.verifier, redirectUrl }).catch(
        (fault: unknown) => fail(`The service refused the sign-in: ${reasonOf(fault)}.`),
      )
      const stored = await access.write(id, () => fresh, { ...stateOf(fresh, settings), since })
      if (!stored || access.read(stored).access !== fresh.access) throw new AppError('link-invalid')
    },

    /** Lets the service forget the tokens of a connection that is deleted. What it answers changes nothing here. */
    async revoke(id: string): Promise<void> {
      const row = await access.require(id).catch(() => undefined)
      if (!row || row.connection_state === null) return
      try {
        await revokeTokens(request(await access.settingsOf(row)), access.read(row))
      } catch {
        // It is deleted here all the same.
      }
    },
  }

  function request(settings: Awaited<ReturnType<ConnectionAccess['settingsOf']>>) {
    return { settings, fetch, now: now().getTime() }
  }
}

async function told<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    const message = error instanceof NodeError ? withHint(error.message, error.hint) : `${reasonOf(error)}.`
    throw new AppError('connection-failed', undefined, { message, cause: error })
  }
}

function reasonOf(fault: unknown): string {
  if (fault instanceof TokenRefusal) return fault.message
  if (fault instanceof NodeError) return fault.message.replace(/\.$/, '')
  return "The service can't be reached"
}
