import { AppError } from '@chatwright/contract'
import { parseJson } from '@chatwright/core'
import { z } from 'zod'
import type { Config } from '../../../ground/config/config.ts'
import { serverAddress } from '../../../ground/config/server-address.ts'
import { createMacs } from '../../../parts/credentials/macs.ts'
import type { ReadKeys } from '../../../parts/credentials/secret-box.ts'

/** A person of a channel, or anybody there, who was given a link: it decides as they would there, and while they may. */
export interface LinkHolder {
  channelId: string
  sender?: { id: string; name: string; username?: string }
}

/** Addresses that let whoever has them decide one wait, without a login. */
export interface ReviewLinks {
  /** `until`: when the wait decides itself, where it does. */
  linkFor(waitId: string, until?: number, holder?: LinkHolder): string
  /** The wait that a link is for. Throws when nobody here made it, or its time is up. */
  read(token: string): { waitId: string; expires: number; holder?: LinkHolder }
}

const Holder = z.tuple([z.string(), z.tuple([z.string(), z.string(), z.string().nullable()]).nullable()])
/** Of names that people give themselves. */
const LONGEST_NAME = 60

const DAYS = 30
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export function createReviewLinks({
  readKeys,
  config,
  now,
}: {
  readKeys: ReadKeys
  config: Pick<Config, 'publicUrl' | 'port'>
  now: () => Date
}): ReviewLinks {
  const base = serverAddress(config)
  const macs = createMacs(readKeys, 'review links')
  return {
    linkFor(waitId, until = Infinity, holder) {
      // To the hour, so that a wait does not get another link with each second.
      const latest = Math.ceil((now().getTime() + DAYS * DAY_MS) / HOUR_MS) * HOUR_MS
      const expires = Math.ceil(Math.min(latest, until) / 1000)
      const signed = `${waitId}.${expires.toString(36)}${holder ? `.${writeHolder(holder)}` : ''}`
      return `${base}/review/${signed}.${macs.of(signed)}`
    },

    read(token) {
      const [, signed = '', waitId = '', time = '', held, mac = ''] =
        /^(([\w-]{32})\.([0-9a-z]{1,8})(?:\.([\w-]{23,900}))?)\.([\w-]{22})$/.exec(token) ?? []
      if (!macs.fits(signed, mac)) throw new AppError('link-invalid')
      const expires = Number.parseInt(time, 36) * 1000
      if (expires <= now().getTime()) throw new AppError('link-expired')
      return { waitId, expires, ...(held !== undefined && { holder: readHolder(held) }) }
    },
  }
}

function writeHolder({ channelId, sender }: LinkHolder): string {
  const person = sender && [sender.id, sender.name.slice(0, LONGEST_NAME), sender.username ?? null]
  return Buffer.from(JSON.stringify([channelId, person ?? null])).toString('base64url')
}

function readHolder(text: string): LinkHolder {
  const [channelId, person] = Holder.parse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!person) return { channelId }
  const [id, name, username] = person
  return { channelId, sender: { id, name, ...(username !== null && { username }) } }
}
