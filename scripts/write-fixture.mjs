// npm run fixture: keeps a database as this version leaves it, so that every later one is tested on it. One of a release that people
// were told of (CHANGELOG.md) is kept for good; between releases it is the one of today's schema, `next`.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, installDependencies, node, requireNode, root, run } from './steps.mjs'

requireNode()
installDependencies()
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const release = `release-${version.split('.').slice(0, 2).join('.')}`
const isKept = ['json', 'sqlite'].some((ending) =>
  existsSync(join(root, `packages/server/src/ground/db/fixtures/${release}.${ending}`)),
)
const test = ['packages/server/src/ground/db/releases.test.ts', '-t', 'the fixture is written']
process.exit(
  run(node, [bin('vitest', 'vitest'), 'run', '--project', 'server', ...test], {
    env: { ...process.env, CHATWRIGHT_FULL_TEST: '1', CHATWRIGHT_FIXTURE: isKept ? 'next' : release },
  }),
)
