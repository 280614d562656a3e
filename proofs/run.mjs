// npm run proofs: asks the providers' own clients again what they send. `npm test` compares our requests with it.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

const here = new URL('./', import.meta.url)
for (const vendor of readdirSync(here)) {
  const folder = new URL(`${vendor}/`, here)
  if (!existsSync(new URL('capture.mjs', folder))) continue
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
  })
  execFileSync(process.execPath, ['capture.mjs'], { cwd: folder, stdio: 'inherit' })
}
