// The image without an engine: the steps of the Dockerfile in an empty folder, and what they leave started from there with
// nothing but what the image sets. Needs the package registry.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { report } from './lib/figures.ts'
import { freePort } from './lib/free-port.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'chatwright-image-'))
const login = { CHATWRIGHT_USERNAME: 'anna', CHATWRIGHT_PASSWORD: 'a long random one' }

interface Image {
  folder: string
  env: Record<string, string>
  command: [string, ...string[]]
  healthCheck: string
}

try {
  const startedAt = performance.now()
  execFileSync(process.execPath, [join(root, 'scripts/build-image.mjs'), '--out', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const seconds = (performance.now() - startedAt) / 1000
  const image = JSON.parse(readFileSync(join(folder, 'image.json'), 'utf8')) as Image
  // Nothing of the build may be needed.
  rmSync(join(folder, 'build'), { recursive: true })

  const port = await freePort()
  const env = { ...placed(image), ...login, PORT: String(port) }
  const withoutLogin = run(image, { ...placed(image), PORT: String(port) })
  const server = spawn(image.command[0], image.command.slice(1), { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await ready(server)
  const url = `http://127.0.0.1:${port}`
  const page = await fetch(url)
  const html = await page.text()
  const answers = [
    (await (await fetch(`${url}/api/v1/ping`)).text()) === 'pong',
    page.ok && html.includes('<title>Chatwright'),
    (await fetch(`${url}/api/v1/chatflows`)).status === 401,
    spawnSync('sh', ['-c', image.healthCheck], { env }).status === 0,
    withoutLogin.includes('no login is set'),
  ]
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  answers.push((await ended) === 0)

  const files = readdirSync(join(image.folder, 'app'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  report([
    { name: 'The steps of the Dockerfile, nothing cached', value: seconds, unit: 's' },
    { name: 'What the image holds besides Node', value: bytes / 1024 ** 2, unit: 'MB', cap: 150 },
    {
      name: 'Of ping, page, refusal, health, no start without login, end',
      value: answers.filter((isRight) => !isRight).length,
      unit: 'wrong',
      cap: 0,
      noise: answers.join(' '),
    },
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** What the image sets, for files that lie below a folder of ours instead of `/`. */
function placed({ folder: place, env }: Image): Record<string, string> {
  const { PATH = '', DATA_DIR = '', ...others } = env
  return {
    ...others,
    DATA_DIR: join(place, DATA_DIR),
    PATH: `${join(place, PATH.replace(/:.*/, ''))}:${dirname(process.execPath)}:/usr/bin:/bin`,
  }
}

function run({ command }: Image, env: Record<string, string>): string {
  const { stdout, stderr } = spawnSync(command[0], command.slice(1), { env, encoding: 'utf8' })
  return `${stdout}${stderr}`
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('is ready at')) resolve()
    })
    server.once('exit', (code) => reject(new Error(`It ended with ${code} before it was ready: ${said}`)))
  })
}
