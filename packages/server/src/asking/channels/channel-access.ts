import { AppError } from '@chatwright/contract'
import type { CredentialValues } from '@chatwright/core'
import type { KnownSecrets } from '../../parts/credentials/known-secrets.ts'
import type { Account, ChannelAccess, ChannelKind } from './channel-kind.ts'
import type { ChannelRow } from './channel-store.ts'
import { slack } from './slack.ts'
import { telegram } from './telegram.ts'
import { whatsapp } from './whatsapp.ts'

/** All that there are. Another one is another file, and a line here. */
export const channelKinds: Readonly<Record<ChannelRow['kind'], ChannelKind>> = { telegram, slack, whatsapp }

/** Opens the tokens of a channel. Throws when they are gone. */
export type OpenChannel = (row: ChannelRow) => Promise<ChannelAccess>

export interface AccessDependencies {
  credential: { forChannel(id: string, kinds: readonly string[]): Promise<CredentialValues> }
  secrets: Pick<KnownSecrets, 'remember'>
  /** The guarded way out: private networks are out of reach. */
  fetch: typeof fetch
  now: () => Date
}

export function createOpenChannel({ credential, secrets, fetch, now }: AccessDependencies): OpenChannel {
  return async (row) => {
    const { label, credential: kind } = channelKinds[row.kind]
    if (row.credential_id === null) {
      throw new AppError('channel-unconnected', undefined, { message: `This channel has no ${label} tokens yet.` })
    }
    const values = await credential.forChannel(row.credential_id, [kind])
    // What a vendor refuses it may quote, and what is kept of a run must not hold it.
    secrets.remember(values)
    const account = row.account === null ? undefined : (JSON.parse(row.account) as Account)
    return { channelId: row.id, values, account, fetch, now }
  }
}
