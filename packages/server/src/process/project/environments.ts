import { parseJson } from '@chatwright/core'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../../ground/config/durable-file.ts'
import { makePrivate } from '../../ground/config/private-file.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'

/** A server that flows are pulled from and pushed to. */
export interface Environment {
  name: string
  address: string
  key: string | undefined
}

const Environments = z.record(z.string(), z.object({ address: z.string(), key: z.string().optional() }))
type Environments = z.infer<typeof Environments>
type Variables = NodeJS.ProcessEnv

/** In the person's own settings, never in a project: a folder that is shared shares no key. */
export function environmentsFile(env: Variables): string {
  const base = env['XDG_CONFIG_HOME'] ?? env['APPDATA'] ?? join(homedir(), '.config')
  return join(base, 'chatwright', 'environments.json')
}

export function listEnvironments(env: Variables): Environment[] {
  return Object.entries(readAll(env)).map(([name, { address, key }]) => ({ name, address, key }))
}

/** The environment of a name; without one, the only one there is, or what the variables of a pipeline name. */
export function findEnvironment(env: Variables, name: string | undefined): Environment {
  const { CHATWRIGHT_URL: address, CHATWRIGHT_API_KEY: key } = env
  if (address !== undefined && address !== '') return { name: name ?? 'default', address: readAddress(address), key }
  const all = listEnvironments(env)
  const found = name === undefined ? (all.length === 1 ? all[0] : undefined) : all.find((each) => each.name === name)
  if (found) return found
  const names = all.map((each) => each.name).join(', ')
  if (all.length === 0) {
    throw new UserFacingError(
      'No server is known yet. Add one: chatwright remote add staging https://staging.example.com',
    )
  }
  throw new UserFacingError(
    name === undefined
      ? `Several servers are known. Choose one with --to: ${names}.`
      : `"${name}" isn't a known server. Known: ${names}. Add one: chatwright remote add ${name} <address>`,
  )
}

export function addEnvironment(env: Variables, { name, address, key }: Environment): void {
  if (!/^[\w-]{1,40}$/.test(name) || name === '__proto__') {
    throw new UserFacingError('A server is named with letters, digits, - and _, such as staging.')
  }
  writeAll(env, { ...readAll(env), [name]: { address: readAddress(address), ...(key !== undefined && { key }) } })
}

export function removeEnvironment(env: Variables, name: string): void {
  const { [name]: removed, ...others } = readAll(env)
  if (!removed) throw new UserFacingError(`"${name}" isn't a known server.`)
  writeAll(env, others)
}

/** The address of a server without what a person copies along from a browser. */
function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new UserFacingError(`"${text}" isn't the address of a server. Write one such as https://flows.example.com.`)
  }
  const screen = /\/(?:canvas|chatflows|agentflows|api)(?=\/|$)/.exec(url.pathname)
  const end = screen?.index ?? url.pathname.length
  const path = url.pathname.slice(0, end)
  return url.origin + (path.endsWith('/') ? path.slice(0, -1) : path)
}

function readAll(env: Variables): Environments {
  const file = environmentsFile(env)
  if (!existsSync(file)) return {}
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) makePrivate(file)
  try {
    return Environments.parse(parseJson(readFileSync(file, 'utf8')))
  } catch {
    throw new UserFacingError(`${file} can't be read. Fix it, or delete it and add the servers again.`)
  }
}

function writeAll(env: Variables, all: Environments): void {
  const file = environmentsFile(env)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  replaceFile(file, `${JSON.stringify(all, undefined, 2)}\n`)
}
