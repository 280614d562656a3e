import type { Config } from '../../ground/config/config.ts'
import { ask } from './ask.ts'
import { checkClock } from './check-storage.ts'
import { countDropped } from '../../runs/queue/redis-messages.ts'
import { runKeys } from '../../runs/queue/run-keys.ts'
import { codeOf, fails, note, ok, type Finding } from './check.ts'

/** Asked where nobody names others: models most flows use. Any answer will do. */
export const USUAL_PLACES = ['https://api.openai.com', 'https://api.anthropic.com']

const WAIT_MS = 5000

export async function checkRedis(url: string | undefined): Promise<Finding[]> {
  if (url === undefined) return []
  const place = `Redis at ${new URL(url).host}`
  const { Redis } = await import('ioredis')
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: WAIT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let fault: unknown
  client.on('error', (error) => (fault = error))
  try {
    await client.connect()
    await client.ping()
    const policy = await evictionPolicy(client)
    return [
      policy === undefined || policy === 'noeviction'
        ? ok('Redis', place)
        : note(
            'Redis',
            `${place} evicts entries when it is full (${policy})`,
            'Set maxmemory-policy noeviction. Otherwise waiting runs could be lost.',
          ),
      ...(await unreadMessages(client, place)),
    ]
  } catch (error) {
    return [
      fails(
        'Redis',
        `${place} refused the connection (${codeOf(fault ?? error)})`,
        'Check that it is running, and the password in REDIS_URL.',
      ),
    ]
  } finally {
    client.disconnect()
  }
}

async function unreadMessages(client: Parameters<typeof countDropped>[0], place: string): Promise<Finding[]> {
  const dropped = await countDropped(client)
  if (dropped.length === 0) return []
  const counts = dropped.map(({ source, count }) => `${source}: ${count}`).join(', ')
  return [
    note(
      'Redis',
      `${place} contained messages that couldn't be read and were skipped (${counts})`,
      `Find out which other program writes to it, and give Chatwright its own Redis. \`redis-cli DEL ${runKeys.dropped}\` resets the counter.`,
    ),
  ]
}

/** Hosted ones often do not tell. */
async function evictionPolicy(client: {
  config(get: 'GET', name: string): Promise<unknown>
}): Promise<string | undefined> {
  try {
    const answer = await client.config('GET', 'maxmemory-policy')
    return Array.isArray(answer) && typeof answer[1] === 'string' ? answer[1] : undefined
  } catch {
    return undefined
  }
}

/** Whether requests get out of here, and what time it is there. */
export async function checkOutbound(
  places: readonly string[],
  { allowedPrivateHosts }: Pick<Config, 'allowedPrivateHosts'>,
): Promise<Finding[]> {
  const asked = await Promise.all(places.map((place) => reach(place, allowedPrivateHosts)))
  const clock = asked.find(({ aheadMs }) => aheadMs !== undefined)?.aheadMs
  return [
    ...asked.map(({ finding }) => finding),
    clock === undefined
      ? note(
          'Clock',
          "It couldn't be compared with another clock",
          'Nothing to do if the clock is set over the network (NTP).',
        )
      : checkClock('Clock', clock),
  ]
}

async function reach(
  place: string,
  allowedPrivateHosts: readonly string[],
): Promise<{ finding: Finding; aheadMs?: number }> {
  try {
    const answer = await ask(place, { method: 'HEAD', allowedPrivateHosts })
    const date = Date.parse(answer.headers.get('date') ?? '')
    const finding = ok('Outbound', `${place} answers`)
    return Number.isNaN(date) ? { finding } : { finding, aheadMs: date - Date.now() }
  } catch (error) {
    const advice = 'Allow this machine to reach it (firewall, DNS), or use local models.'
    return { finding: note('Outbound', `${place} can't be reached (${codeOf(error)})`, advice) }
  }
}
