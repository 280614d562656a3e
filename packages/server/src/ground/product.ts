import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where things lie relative to this package, in source and built form alike. */
const packageFolder = new URL('../../', import.meta.url)

export const productVersion = (
  JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8')) as { version: string }
).version

/** Where the newest release is announced: the address of a latest release on GitHub. Empty until there is a repository. */
export const RELEASES_PAGE: string = ''

/** The built browser application. */
export const appFolder = fileURLToPath(new URL('../ui/dist/app', packageFolder))
