// node scripts/build-image.mjs --out <folder>: follows the steps of the Dockerfile without an engine and leaves the files of the
// image there, with image.json, which says how it is started. Owners are left as they are; everything else is done as written.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readDockerfile, readIgnored } from './deploying/dockerfile.mjs'
import { fail, requireNode, root } from './steps.mjs'

requireNode()
const { values } = parseArgs({ options: { out: { type: 'string' } } })
if (!values.out) fail('Say where the files go: node scripts/build-image.mjs --out <folder>')
const out = resolve(values.out)
const stages = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))
const isIgnored = readIgnored(readFileSync(join(root, '.dockerignore'), 'utf8'))

for (const stage of stages) follow(stage)
const image = stages.at(-1)
writeFileSync(join(out, 'image.json'), `${JSON.stringify({ ...image, folder: join(out, image.name) }, null, 2)}\n`)

function follow(stage) {
  const place = join(out, stage.name)
  let workdir = '/'
  for (const step of stage.steps) {
    if (step.kind === 'workdir') {
      workdir = step.path
      mkdirSync(join(place, workdir), { recursive: true })
    } else if (step.kind === 'copy') copy(step, place, workdir)
    else runStep(step.command, { place, workdir, env: stage.env })
  }
}

function copy({ from, sources, target }, place, workdir) {
  const base = from === undefined ? root : join(out, from)
  const end = join(place, target.startsWith('/') ? target : join(workdir, target))
  for (const source of sources) {
    const start = join(base, source)
    if (!existsSync(start)) fail(`The Dockerfile copies ${source}, which is not there.`)
    const isFolder = statSync(start).isDirectory()
    cpSync(start, isFolder || !target.endsWith('/') ? end : join(end, basename(source)), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => from !== undefined || path === root || !isIgnored(relative(root, path)),
    })
  }
}

function runStep(command, { place, workdir, env }) {
  // Nothing of the person who runs this, but where npm finds packages.
  const given = { PATH: process.env.PATH, HOME: join(out, 'home'), ...npmSettings(), ...env }
  const { status } = spawnSync('sh', ['-ec', command], { cwd: join(place, workdir), env: given, stdio: 'inherit' })
  if (status !== 0) fail(`This step failed: RUN ${command}`)
}

/** HOME is an empty folder there, so that a registry which was set for this person must be handed on. */
function npmSettings() {
  const asked = spawnSync('npm', ['config', 'get', 'registry'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  return asked.status === 0 ? { npm_config_registry: asked.stdout.trim() } : {}
}
