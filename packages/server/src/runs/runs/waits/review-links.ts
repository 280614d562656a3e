import { AppError } from '@chatwright/contract'
import type { Config } from '../../../ground/config/config.ts'
import { serverAddress } from '../../../ground/config/server-address.ts'
import { createMacs } from '../../../parts/credentials/macs.ts'
import type { ReadKeys } from '../../../parts/credentials/secret-box.ts'

/** Addresses that let whoever has them decide one wait, without a login. */
export interface ReviewLinks {
  /** `until`: when the wait decides itself, where it does. */
  linkFor(waitId: string, until?: number): string
  /** The wait that a link is for. Throws when nobody here made it, or its time is up. */
  read(token: string): { waitId: string; expires: number }
}

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
    linkFor(waitId, until = Infinity) {
      // To the hour, so that a wait does not get another link with each second.
      const latest = Math.ceil((now().getTime() + DAYS * DAY_MS) / HOUR_MS) * HOUR_MS
      const expires = Math.ceil(Math.min(latest, until) / 1000)
      const signed = `${waitId}.${expires.toString(36)}`
      return `${base}/review/${signed}.${macs.of(signed)}`
    },

    read(token) {
      const [, signed = '', waitId = '', time = '', mac = ''] =
        /^(([\w-]{32})\.([0-9a-z]{1,8}))\.([\w-]{22})$/.exec(token) ?? []
      if (!macs.fits(signed, mac)) throw new AppError('link-invalid')
      const expires = Number.parseInt(time, 36) * 1000
      if (expires <= now().getTime()) throw new AppError('link-expired')
      return { waitId, expires }
    },
  }
}
