import { createInterface } from 'node:readline/promises'
import { addEnvironment, listEnvironments, removeEnvironment, environmentsFile } from './environments.ts'
import { say, sayJson, warn } from './said.ts'

type Variables = NodeJS.ProcessEnv

/** `chatwright remote add`: the key comes from CHATWRIGHT_API_KEY or is typed in, so that no history of a shell has it. */
export async function addRemote(env: Variables, name: string, address: string): Promise<void> {
  const key = env['CHATWRIGHT_API_KEY'] ?? (await readKey(name))
  addEnvironment(env, { name, address, key: key === '' ? undefined : key })
  const { hostname, protocol } = new URL(address)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol === 'http:' && !isHere && key !== '')
    warn(`${address} isn't encrypted: the API key can be read on the way. Use https.`)
  say(`Added ${name}. Its address and key are in ${environmentsFile(env)}.`)
}

export function listRemotes(env: Variables, { json }: { json?: boolean | undefined }): void {
  const all = listEnvironments(env).map(({ name, address, key }) => ({ name, address, hasKey: key !== undefined }))
  if (json) sayJson(all)
  else if (all.length === 0)
    say('No server is known yet. Add one: chatwright remote add staging https://staging.example.com')
  else for (const { name, address, hasKey } of all) say(`${name}  ${address}${hasKey ? '' : '  (no API key)'}`)
}

export function removeRemote(env: Variables, name: string): void {
  removeEnvironment(env, name)
  say(`Removed ${name}.`)
}

async function readKey(name: string): Promise<string> {
  if (!process.stdin.isTTY) return ''
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await lines.question(`API key for ${name} (empty for none): `)).trim()
  } finally {
    lines.close()
  }
}
