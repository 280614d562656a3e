import { parseJson } from '@chatwright/core'
import type { LinkHolder } from '../../runs/runs/waits/review-links.ts'
import type { Sender } from './channel-kind.ts'
import type { ChannelRow, ChannelStore } from './channel-store.ts'

/** Whether only some people may write here. */
export function hasList({ allowed_senders: allowed }: Pick<ChannelRow, 'allowed_senders'>): boolean {
  return namesOf(allowed).length > 0
}

/** Whether somebody may write here and press buttons. */
export function isAllowed(channel: Pick<ChannelRow, 'allowed_senders'>, { id, username }: Sender): boolean {
  const names = namesOf(channel.allowed_senders)
  return names.length === 0 || names.includes(bare(id)) || (username !== undefined && names.includes(bare(username)))
}

/** Whether a link from a channel still opens: its holder may press buttons there at this moment. */
export function createMayUseLink({ find }: Pick<ChannelStore, 'find'>) {
  return async ({ channelId, sender }: LinkHolder): Promise<boolean> => {
    const channel = await find(channelId)
    if (channel?.is_enabled !== 1) return false
    return sender ? isAllowed(channel, sender) : !hasList(channel)
  }
}

function namesOf(allowed: string): string[] {
  return (parseJson(allowed) as string[]).map(bare)
}

function bare(name: string): string {
  return name.trim().replace(/^@/, '').toLowerCase()
}
