import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import type { Config } from '../../ground/config/config.ts'
import { ask } from './ask.ts'
import { codeOf, fails, note, ok, type Finding } from './check.ts'

const GB = 1024 ** 3
const LITTLE_BYTES = 1 * GB
const TOO_LITTLE_BYTES = 0.1 * GB

export function checkNode(): Finding {
  const major = Number(process.versions.node.split('.')[0])
  const found = `Node.js ${process.version} on ${process.platform}-${process.arch}`
  // Odd ones are never maintained for long.
  return major % 2 === 0
    ? ok('Node.js', found)
    : note('Node.js', found, 'Use an even version: it gets security fixes for years.')
}

/** Takes the port for a moment; where somebody has it, asks whether that is us. */
export async function checkPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding> {
  const fault = await new Promise<unknown>((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ host, port }, () => server.close(() => resolve(undefined)))
  })
  if (fault === undefined) return ok('Port', `${host}:${port} is free`)
  switch (codeOf(fault)) {
    case 'EADDRINUSE':
      return (await isChatwright(host, port))
        ? ok('Port', `${host}:${port} is in use by a running Chatwright`)
        : fails(
            'Port',
            `${host}:${port} is in use by another program`,
            `Stop that program, or choose another port: PORT=${port + 1}.`,
          )
    case 'EACCES':
      return fails('Port', `This user can't listen on port ${port}`, 'Choose one above 1023, such as PORT=3000.')
    case 'EADDRNOTAVAIL':
      return fails(
        'Port',
        `This machine doesn't have the address ${host}`,
        'Set HOST to one of its addresses, such as 127.0.0.1.',
      )
    default:
      return fails('Port', `${host}:${port} can't be used (${codeOf(fault)})`, 'Change HOST and PORT.')
  }
}

async function isChatwright(host: string, port: number): Promise<boolean> {
  const asked = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const address = `http://${asked.includes(':') ? `[${asked}]` : asked}:${port}/health/ready`
  try {
    const answer = (await (await ask(address, { method: 'GET', allowedPrivateHosts: [asked] })).json()) as {
      status?: unknown
    }
    return typeof answer.status === 'string'
  } catch {
    return false
  }
}

export function checkFolder({ dataDir }: Pick<Config, 'dataDir'>): Finding[] {
  const place = nearest(dataDir)
  const isThere = place === dataDir
  try {
    accessSync(place, constants.W_OK | constants.R_OK | constants.X_OK)
  } catch (error) {
    const found = `${place} isn't writable for this user (${codeOf(error)})`
    return [fails('Data folder', found, 'Set DATA_DIR to a folder this user owns, or change its owner.')]
  }
  if (!statSync(place).isDirectory()) {
    return [fails('Data folder', `${place} is a file`, 'Set DATA_DIR to a folder.')]
  }
  const isOpen = isThere && process.platform !== 'win32' && (statSync(dataDir).mode & 0o077) !== 0
  const folder = !isThere
    ? ok('Data folder', `${dataDir} is created at the first start`)
    : isOpen
      ? note('Data folder', `${dataDir} is readable for other users`, `Restrict it: chmod 700 ${dataDir}`)
      : ok('Data folder', dataDir)
  return [folder, checkSpace(place)]
}

function checkSpace(place: string): Finding {
  const { bavail, bsize } = statfsSync(place)
  const free = bavail * bsize
  const found = `${(free / GB).toFixed(1)} GB free for ${place}`
  if (free < TOO_LITTLE_BYTES) return fails('Disk', found, 'Free some space. Saving fails when the disk is full.')
  return free < LITTLE_BYTES
    ? note('Disk', found, 'Free some space, or set TRACE_DAYS to store traces for a shorter time.')
    : ok('Disk', found)
}

/** The folder itself, or the closest of those above it that is there. */
function nearest(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : nearest(dirname(path))
}
