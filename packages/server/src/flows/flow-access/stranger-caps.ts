import { AppError } from '@chatwright/contract'
import { sql } from 'kysely'
import type { Config } from '../../ground/config/config.ts'
import type { Database } from '../../ground/db/database.ts'

/** What a stranger makes permanent: by the day, but for what waits, which is counted for as long as it does. */
type Kept = Exclude<keyof Config['perNetwork'], 'waits'>

export interface StrangerCaps {
  /** Counts what somebody leaves with a flow. Throws where their network, or all strangers, left as much as they may today. */
  take(kept: Kept, by: { flowId: string; network: string | undefined; amount?: number }): Promise<void>
  /** Throws where as many runs of the flow wait for strangers as may. */
  expectRoomToWait(by: { flowId: string; network: string | undefined }): Promise<void>
}

/** How many networks' worth a flow takes of all strangers together. */
const NETWORKS = 20
const NAMESPACE = 'strangers'
const DAY_MS = 86_400_000

const REFUSALS: Record<keyof Config['perNetwork'], string> = {
  questions: "Your network has reached this flow's daily limit of questions. Try again tomorrow.",
  leads: "Your network has reached this flow's daily limit of entries. Try again tomorrow.",
  uploads: "Your network has reached this flow's daily limit of files. Try again tomorrow.",
  waits: 'Your network has reached the limit of conversations waiting for a person. Try again after one is decided.',
}

/** Bounds what strangers leave behind: in a day and a network, and of all of them together. */
export function createStrangerCaps({
  database,
  caps,
  waits,
  markNetwork,
  now,
}: {
  database: Pick<Database, 'query'>
  caps: Config['perNetwork']
  waits: {
    ofStrangers(flowId: string, network: string, most: number): Promise<{ all: number; network: number }>
  }
  markNetwork(network: string): string
  now: () => Date
}): StrangerCaps {
  /** One statement: of two at once one finds what the other took. False where it would be too much. */
  const add = async (key: string, { amount, most, until }: { amount: number; most: number; until: Date }) => {
    const row = await database.query
      .insertInto('record')
      .values({ namespace: NAMESPACE, key, value: String(amount), expires_date: until.toISOString() })
      .onConflict((conflict) =>
        conflict
          .columns(['namespace', 'key'])
          .doUpdateSet({ value: sql<string>`cast(cast(record.value as bigint) + ${amount} as text)` })
          .where(sql<boolean>`cast(record.value as bigint) + ${amount} <= ${most}`),
      )
      .returning('value')
      .executeTakeFirst()
    return row !== undefined
  }

  const refuse = (kept: keyof Config['perNetwork'], retryAfterSeconds: number): AppError =>
    new AppError('too-many-requests', { retryAfterSeconds }, { message: REFUSALS[kept] })

  return {
    async take(kept, { flowId, network, amount = 1 }) {
      if (network === undefined || amount === 0) return
      const at = now().getTime()
      const tomorrow = (Math.floor(at / DAY_MS) + 1) * DAY_MS
      const day = new Date(at).toISOString().slice(0, 10)
      const until = new Date(tomorrow + DAY_MS)
      const most = caps[kept]
      const isTaken =
        amount <= most &&
        (await add(`${flowId} ${kept} ${day} ${markNetwork(network)}`, { amount, most, until })) &&
        (await add(`${flowId} ${kept} ${day}`, { amount, most: most * NETWORKS, until }))
      if (!isTaken) throw refuse(kept, Math.ceil((tomorrow - at) / 1000))
    },

    async expectRoomToWait({ flowId, network }) {
      if (network === undefined) return
      const most = caps.waits * NETWORKS
      const found = await waits.ofStrangers(flowId, markNetwork(network), most)
      if (found.network >= caps.waits || found.all >= most) throw refuse('waits', 3600)
    },
  }
}
