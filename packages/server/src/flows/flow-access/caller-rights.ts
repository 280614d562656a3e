import { networkOf } from '../../door/http/network-of.ts'
import { type Caller, isOperator } from '../../door/http/caller.ts'

/** What a request may say beyond its question, by who sends it. */
export interface CallerRights {
  /** Its messages of the system are heard as such; from anybody else they are words of the user. */
  canSpeakAsSystem: boolean
  /** It may name any session; the names of anybody else live apart from chats. */
  canNameAnySession: boolean
  /** It may ask another version of a flow than the one that is live. */
  canNameVersion: boolean
  /** It hears what is wrong with a flow in the words that are meant for its builder. */
  audience: 'owner' | 'visitor'
  /** The API key that it came with. */
  keyId?: string
  /** Where it came from, of somebody who is not known otherwise. */
  network?: string
}

/** For what asks no model and opens no conversation, whoever wants it. */
export const NO_RIGHTS: CallerRights = {
  canSpeakAsSystem: false,
  canNameAnySession: false,
  canNameVersion: false,
  audience: 'visitor',
}

export function rightsOf(caller: Caller, address?: string): CallerRights {
  const operates = isOperator(caller)
  const isKnown = operates || caller.kind === 'api-key'
  return {
    canSpeakAsSystem: operates,
    canNameAnySession: isKnown,
    canNameVersion: isKnown,
    audience: operates ? 'owner' : 'visitor',
    ...(caller.kind === 'api-key' && { keyId: caller.id }),
    ...(!isKnown && caller.kind === 'anonymous' && address !== undefined && { network: networkOf(address) }),
  }
}
