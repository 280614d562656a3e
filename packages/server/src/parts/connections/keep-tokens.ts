import { NodeError } from '@chatwright/core'
import { setTimeout as pause } from 'node:timers/promises'

/** Tokens of one sign-in, as they are stored now. */
export interface StoredTokens {
  access: string | undefined
  goodUntil: number | undefined
  /** Whether others can be had without a person. */
  canRenew: boolean
}

/** One sign-in whose tokens run out: a connection, an MCP server. */
export interface TokenHolder {
  id: string
  read(): Promise<StoredTokens>
  /** Lets one process at a time renew: a token that renews is often good once. */
  takeRenewal(forMs: number): Promise<boolean>
  /** Gets other tokens and stores them; frees the renewal, whatever comes of it. */
  renew(): Promise<string>
  /** Why nothing helps but a person. */
  signInAgain(): NodeError
}

export interface TokenKeeper {
  /** A token that is good; another than the one that was refused. */
  token(holder: TokenHolder, refused?: string): Promise<string>
}

/** A token that ends so soon is renewed before it is shown. */
const EARLY_MS = 30_000
export const RENEWAL_MS = 30_000
const LOOK_AGAIN_MS = 200

/** Renews tokens once, however many processes and requests need them. */
export function createTokenKeeper(now: () => number): TokenKeeper {
  const underWay = new Map<string, Promise<string>>()

  /** The token that is stored, while it is good and another than the one that was refused. */
  const goodToken = ({ access, goodUntil }: StoredTokens, refused: string | undefined): string | undefined => {
    const isGood = goodUntil === undefined || goodUntil > now() + EARLY_MS
    return isGood && access !== refused ? access : undefined
  }

  const renew = async (holder: TokenHolder, refused: string | undefined): Promise<string> => {
    for (const giveUpAt = performance.now() + RENEWAL_MS; performance.now() < giveUpAt; await pause(LOOK_AGAIN_MS)) {
      const tokens = await holder.read()
      const found = goodToken(tokens, refused)
      if (found !== undefined) return found
      if (!tokens.canRenew) throw holder.signInAgain()
      if (await holder.takeRenewal(RENEWAL_MS)) return await holder.renew()
    }
    throw new NodeError('Renewing a sign-in took too long.', { code: 'timeout', hint: 'Try again.' })
  }

  return {
    async token(holder, refused) {
      const found = goodToken(await holder.read(), refused)
      if (found !== undefined) return found
      // In one process, whoever needs it meanwhile waits for the same.
      const begun = underWay.get(holder.id) ?? renew(holder, refused).finally(() => underWay.delete(holder.id))
      underWay.set(holder.id, begun)
      return begun
    },
  }
}

/** Sends with a token; once more with another where the first one is refused. */
export async function sendSigned(
  send: (token: string) => Promise<Response>,
  { keeper, holder }: { keeper: TokenKeeper; holder: TokenHolder },
): Promise<Response> {
  const token = await keeper.token(holder)
  const response = await send(token)
  if (response.status !== 401) return response
  await response.body?.cancel()
  return send(await keeper.token(holder, token))
}
