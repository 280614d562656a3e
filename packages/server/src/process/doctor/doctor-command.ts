import { ConfigError, readConfig } from '../../ground/config/config.ts'
import { fails, type Finding } from './check.ts'
import { checkFolder, checkNode, checkPort } from './check-machine.ts'
import { checkOutbound, checkRedis, USUAL_PLACES } from './check-network.ts'
import { checkStorage } from './check-storage.ts'

export interface DoctorOptions {
  json?: boolean
  /** Addresses to reach instead of the usual ones. */
  reach?: string[]
}

/** Looks at everything a start needs and changes nothing; false when something would fail. */
export async function examine(environment: NodeJS.ProcessEnv, options: DoctorOptions): Promise<boolean> {
  const findings = await findAll(environment, options)
  const isFine = findings.every(({ state }) => state !== 'fails')
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ ok: isFine, checks: findings }, null, 2)}\n`
      : `${findings.map(lineOf).join('\n')}\n`,
  )
  return isFine
}

async function findAll(environment: NodeJS.ProcessEnv, { reach = USUAL_PLACES }: DoctorOptions): Promise<Finding[]> {
  try {
    const config = readConfig(environment)
    const looks = [
      checkPort(config),
      checkStorage(config),
      checkRedis(config.redisUrl),
      checkOutbound(reach, config),
    ] as const
    const [port, storage, redis, outbound] = await Promise.all(looks)
    return [checkNode(), port, ...checkFolder(config), ...storage, ...redis, ...outbound]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [checkNode(), ...error.faults.map((fault) => fails('Configuration', fault, 'Fix it and check again.'))]
  }
}

const MARKS = { ok: '✓', note: '!', fails: '✗' }

function lineOf({ name, state, found, advice }: Finding): string {
  const line = `${MARKS[state]} ${name}: ${found}`
  return advice === undefined ? line : `${line}\n    → ${advice}`
}
