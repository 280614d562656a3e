import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { live, ready, type Route } from '../packages/contract/src/index.ts'
import { readConfig, settingNames } from '../packages/server/src/ground/config/config.ts'
import { readDockerfile, readIgnored } from './deploying/dockerfile.mjs'
import { packageJson } from './packing/stage-package.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const product = JSON.parse(read('package.json')) as { version: string; workspaces: string[] }
const stages = readDockerfile(read('Dockerfile'))
const image = stages.at(-1)
const addressOf = ({ base, path }: Route) => `${base}${path}`
const sample = (name: string) => (name === 'SECRET_KEY' ? 'sixteen letters and more' : `sample${name.length}`)

/** What is set in a container of ours and is no setting of the product, but part of one. */
const PARTS = ['POSTGRES_PASSWORD', 'REDIS_PASSWORD']
const unknownIn = (names: readonly string[]) => names.filter((name) => ![...settingNames, ...PARTS].includes(name))

describe('the Dockerfile', () => {
  const [build] = stages
  const copied = (build?.steps ?? []).flatMap((step) => (step.kind === 'copy' ? (step.sources ?? []) : []))

  test('copies what is there, nothing of it ignored, and every package file that installing reads', () => {
    const isIgnored = readIgnored(read('.dockerignore'))
    expect(copied.filter((path) => !existsSync(join(root, path)) || isIgnored(path))).toEqual([])
    const packages = product.workspaces.flatMap((path) =>
      path.endsWith('/*') ? readdirSync(join(root, path.slice(0, -2))).map((name) => path.replace('*', name)) : [path],
    )
    expect(packages.map((path) => `${path}/package.json`).filter((path) => !copied.includes(path))).toEqual([])
    for (const path of ['node_modules/x', 'packages/ui/node_modules', 'packages/core/dist/a.js', '.git/config'])
      expect(isIgnored(path)).toBe(true)
  })

  test('sets what the product knows, listens where it says, and runs as an ordinary user who owns the data', () => {
    const { PATH, NODE_ENV, ...settings } = image?.env ?? {}
    expect(NODE_ENV).toBe('production')
    expect(PATH).toBe('/app/node_modules/.bin:$PATH')
    expect(unknownIn(Object.keys(settings))).toEqual([])
    const config = readConfig({ ...settings, CHATWRIGHT_USERNAME: 'anna', CHATWRIGHT_PASSWORD: 'secret' })
    expect({ ports: [config.port], volumes: [config.dataDir] }).toEqual({
      ports: image?.ports,
      volumes: image?.volumes,
    })
    expect(image?.user).toBe('node')
    const data = image?.steps.find(({ target }) => target === settings['DATA_DIR'])
    expect(data?.owner).toBe('node:node')
    expect(image?.healthCheck).toContain(`'${addressOf(ready)}'`)
    expect(image?.command).toEqual(['chatwright', 'start'])
  })

  test('a step that is not followed here is a fault, and so is a place outside', () => {
    expect(() => readDockerfile('FROM x\nADD a b')).toThrow('not followed here: ADD a b')
    expect(() => readDockerfile('FROM x\nRUN rm -rf /srv')).toThrow('outside its WORKDIR')
    expect(() => readIgnored('!a')).toThrow('not followed here')
  })
})

describe('compose.yaml', () => {
  interface Service {
    command?: string[]
    environment: Record<string, string>
    volumes: string[]
    ports?: string[]
  }
  const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> }

  test.each(['web', 'worker'])('the service %s is set as the product reads it', (name) => {
    const service = services[name]
    const filled = Object.entries(service?.environment ?? {}).map(([key, value]) => [
      key,
      value.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, part: string) => sample(part)),
    ])
    expect(unknownIn(filled.map(([key = '']) => key))).toEqual([])
    const config = readConfig({ ...image?.env, ...Object.fromEntries(filled) })
    expect(config).toMatchObject({ host: '0.0.0.0', database: { kind: 'postgres' }, login: expect.anything() })
    expect(new URL(config.redisUrl ?? '')).toMatchObject({ hostname: 'redis', password: sample('REDIS_PASSWORD') })
    expect(config.database.kind === 'postgres' && new URL(config.database.url).hostname).toBe('postgres')
    expect(service?.volumes.map((volume) => volume.split(':')[1])).toEqual([config.dataDir])
    if (service?.ports) expect(service.ports.map((port) => Number(port.split(':')[1]))).toEqual(image?.ports)
    if (service?.command) expect(isCommand(service.command)).toBe(true)
  })
})

describe('the unit for systemd', () => {
  const unit = read('deploy/chatwright.service')
  const values = (key: string) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)

  test('sets what the product knows, and keeps the data where it may write', () => {
    const settings = Object.fromEntries(values('Environment').map((value) => value.split('=')))
    expect(unknownIn(Object.keys(settings).filter((name) => name !== 'NODE_ENV'))).toEqual([])
    expect(settings['DATA_DIR']).toBe(`/var/lib/${values('StateDirectory')[0]}`)
    const [start = ''] = values('ExecStart')
    expect(start).toMatch(/^\/opt\/chatwright\/node_modules\/\.bin\//)
    expect(isCommand(start.replace(/^.*\//, '').split(' '))).toBe(true)
    // As the guide makes one for workers.
    expect(read('docs/self-hosting.md')).toContain("sed 's/ start$/ worker/'")
    expect(start.replace(/ start$/, ' worker')).toMatch(/chatwright worker$/)
  })

  const analyze = ['/usr/bin/systemd-analyze', '/bin/systemd-analyze'].find((path) => existsSync(path))
  test.runIf(analyze)('is a unit that systemd takes, and one that it calls well protected', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chatwright-unit-'))
    const file = join(folder, 'chatwright.service')
    try {
      // Whether the command is there is asked where the package is installed.
      writeFileSync(file, unit.replace('/opt/chatwright/node_modules/.bin/chatwright', '/bin/true'))
      // It goes on after a line it does not know, and says so.
      const { stderr } = spawnSync(analyze ?? '', ['verify', file], { encoding: 'utf8' })
      expect(stderr).toBe('')
      const report = execFileSync(analyze ?? '', ['security', '--offline=yes', '--no-pager', file], {
        encoding: 'utf8',
      })
      const [, exposure = '10'] = /Overall exposure level for \S+: ([\d.]+)/.exec(report) ?? []
      expect(Number(exposure)).toBeLessThanOrEqual(2)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe.each(['single', 'scaled'])('the example %s for Kubernetes', (name) => {
  const objects = parseAllDocuments(read(`deploy/kubernetes/${name}.yaml`)).map(
    (document) => document.toJS({ maxAliasCount: 0 }) as Manifest,
  )
  const of = (kind: string) => objects.filter((object) => object.kind === kind)
  const workloads = objects.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
  const pods = workloads.map(({ metadata, spec }) => ({
    name: metadata.name,
    labels: spec.template.metadata.labels,
    ...spec.template.spec,
  }))
  const ours = pods
    .flatMap(({ containers, ...pod }) => containers.map((container) => ({ pod, container })))
    .filter(({ container }) => container.image.startsWith('chatwright:'))
  const guide = read('docs/self-hosting.md')

  test('runs the image of this version as the image is made, and sets what the product knows', () => {
    expect(ours.length).toBe(name === 'single' ? 1 : 2)
    for (const { container, pod } of ours) {
      expect(container.image).toBe(`chatwright:${product.version}`)
      expect(isCommand(container.args ?? [])).toBe(true)
      const settings = { ...environmentOf(container, of('ConfigMap')) }
      expect(unknownIn(Object.keys(settings))).toEqual([])
      const config = readConfig({ ...image?.env, ...settings })
      expect(config).toMatchObject({ host: '0.0.0.0', login: expect.anything(), trustedProxies: 1 })
      expect(config.database.kind).toBe(name === 'single' ? 'sqlite' : 'postgres')
      if (name === 'scaled') expect(config.secretKey.kind).toBe('value')
      expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([config.dataDir, '/tmp'])
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(25)
    }
  })

  test('asks for its health where it is told', () => {
    for (const { container } of ours.filter(({ container }) => container.args?.[1] === 'start')) {
      expect(container.ports).toEqual([{ name: 'http', containerPort: image?.ports[0] }])
      const get = (route: Route) => ({ httpGet: { path: addressOf(route), port: 'http' } })
      expect(container).toMatchObject({ startupProbe: get(live), readinessProbe: get(ready), livenessProbe: get(live) })
    }
  })

  test('lets no container be root or become more than it is', () => {
    for (const { containers, securityContext, automountServiceAccountToken } of pods) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      expect(automountServiceAccountToken).toBe(false)
      for (const container of containers)
        expect(container.securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        })
    }
    expect(ours.filter(({ container }) => container.securityContext['readOnlyRootFilesystem'] !== true)).toEqual([])
  })

  test('everything that is named is there: pods, ports, hosts, volumes, secrets', () => {
    for (const { spec } of of('Service')) {
      const pod = pods.find(({ labels }) =>
        Object.entries(spec.selector).every(([key, value]) => labels[key] === value),
      )
      const ports = pod?.containers.flatMap(({ ports = [] }) => ports)
      for (const port of spec.ports) expect(ports?.some((each) => each.name === port.targetPort)).toBe(true)
    }
    const hosts = ours.flatMap(({ container }) =>
      Object.entries(environmentOf(container, of('ConfigMap')))
        .filter(([key]) => ['DATABASE_URL', 'REDIS_URL'].includes(key))
        .map(([, value]) => new URL(value)),
    )
    const services = new Set(
      of('Service').flatMap(({ metadata, spec }) => spec.ports.map(({ port }) => `${metadata.name}:${port}`)),
    )
    expect(hosts.filter(({ host }) => !services.has(host))).toEqual([])
    const claims = new Set(of('PersistentVolumeClaim').map(({ metadata }) => metadata.name))
    const claimed = pods.flatMap(({ volumes = [] }) =>
      volumes.flatMap((volume) => volume.persistentVolumeClaim?.claimName ?? []),
    )
    expect(claimed.filter((claim) => !claims.has(claim))).toEqual([])
    const secrets = JSON.stringify(pods).matchAll(/"secretKeyRef":\{"name":"chatwright","key":"(\w+)"\}/g)
    const [, command = ''] = new RegExp(`# ${name}\\.yaml\\n([^]*?)kubectl apply`).exec(guide) ?? []
    expect(
      [...new Set([...secrets].map(([, key = '']) => key))].filter(
        (key) => !command.includes(`--from-literal=${key}=`),
      ),
    ).toEqual([])
  })
})

describe('the release', () => {
  interface Step {
    id?: string
    uses?: string
    run?: string
    with?: Record<string, string | boolean | number>
    env?: Record<string, string>
  }
  interface Job {
    needs?: string
    'runs-on': string
    permissions: Record<string, string>
    env?: Record<string, string>
    steps: Step[]
  }
  const recipe = parse(read('deploy/release/github-actions.yml')) as { permissions: object; jobs: Record<string, Job> }
  const jobs = Object.entries(recipe.jobs)
  const steps = jobs.flatMap(([, job]) => job.steps)
  const jobThat = (does: RegExp): Job => {
    const [found, ...others] = jobs.filter(([, job]) => job.steps.some(({ run }) => does.test(run ?? '')))
    expect(others, String(does)).toEqual([])
    return found?.[1] ?? expect.fail(`No job does ${String(does)}`)
  }
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

  test('runs what is there, by actions that nobody can exchange, and gives no text of others to a shell', () => {
    const called = steps.flatMap(({ run = '' }) => [
      ...run.matchAll(/\bnpm (?:run )?(test|pack|soak|[a-z-]+(?= --))\b/g),
    ])
    const own = called.map(([, name = '']) => name).filter((name) => !['install', 'publish'].includes(name))
    expect(own).toEqual(['test', 'soak', 'pack'])
    expect(own.filter((name) => !(name in scripts))).toEqual([])
    expect(
      steps.flatMap(({ uses }) => uses ?? []).filter((uses) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(uses)),
    ).toEqual([])
    expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([])
  })

  test('nothing leaves before everything was checked, advisories too', () => {
    const checks = recipe.jobs['check']?.steps.flatMap(({ run }) => run ?? []).join('\n')
    expect(checks).toMatch(/npm test$/m)
    expect(checks).toMatch(/^npm run soak advisories$/m)
    expect(checks).toContain('v$(node -p "require(\'./package.json\').version")')
    expect(read('scripts/soak.mjs')).toContain('scripts/check-advisories.mjs')
    for (const [name, { needs }] of jobs) expect(needs, name).toBe(name === 'check' ? undefined : 'check')
  })

  test('only what signs may sign, and only what publishes may write', () => {
    expect(recipe.permissions).toEqual({})
    const signs = { contents: 'read', 'id-token': 'write', attestations: 'write' }
    expect(Object.fromEntries(jobs.map(([name, { permissions }]) => [name, permissions]))).toEqual({
      check: { contents: 'read' },
      package: signs,
      image: { ...signs, packages: 'write' },
    })
    for (const { uses = '', with: options } of steps)
      if (uses.startsWith('actions/checkout@')) expect(options?.['persist-credentials']).toBe(false)
  })

  test('the package says where it was built, with provenance that npm checks, and is attested as a file', () => {
    const job = jobThat(/npm publish/)
    // Elsewhere npm signs nothing.
    expect(job['runs-on']).toBe('ubuntu-latest')
    const run = (part: string) => job.steps.find((step) => step.run?.includes(part))
    expect(run('npm publish')?.run).toMatch(/packed\/\*\.tgz .*--provenance\b.*--access public/)
    expect(run('npm run pack')).toEqual({
      env: { REPOSITORY: '${{ github.server_url }}/${{ github.repository }}' },
      run: 'npm run pack -- --out packed --keep staged --repository "$REPOSITORY"',
    })
    const attest = job.steps.findIndex(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'))
    expect(String(job.steps[attest]?.with?.['subject-path']).trim().split('\n')).toEqual([
      'packed/*.tgz',
      'staged/package/sbom.cdx.json',
    ])
    expect(attest).toBeLessThan(job.steps.findIndex((step) => step.run?.includes('npm publish')))
    expect(packageJson({ repository: 'https://github.com/some/where' })).toMatchObject({
      repository: { type: 'git', url: 'git+https://github.com/some/where.git' },
      publishConfig: { access: 'public', provenance: true },
    })
    expect(Object.keys(packageJson({}))).not.toContain('publishConfig')
  })

  test('the image is signed and attested by the digest that was pushed', () => {
    const job = jobThat(/cosign sign/)
    const build = job.steps.find(({ uses }) => uses?.startsWith('docker/build-push-action@'))
    expect(build).toMatchObject({ with: { context: '.', push: true, provenance: 'mode=max', sbom: true } })
    const digest = `\${{ steps.${build?.id}.outputs.digest }}`
    const sign = job.steps.find((step) => step.run?.includes('cosign sign'))
    expect(sign).toEqual({ env: { DIGEST: digest }, run: 'cosign sign --yes "$IMAGE@$DIGEST"' })
    const attest = job.steps.find(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'))
    expect(attest?.with).toEqual({
      'subject-name': '${{ env.IMAGE }}',
      'subject-digest': digest,
      'push-to-registry': true,
    })
  })

  test('the guide says where the recipe goes, and how to check all that it signs', () => {
    const guide = read('docs/self-hosting.md')
    const place = '.github/workflows/release.yml'
    expect(read('deploy/release/github-actions.yml')).toContain(place)
    expect(guide).toContain(`cp deploy/release/github-actions.yml ${place}`)
    for (const command of ['npm audit signatures', 'cosign verify', 'gh attestation verify'])
      expect(guide).toContain(command)
    expect(guide).toContain(`/${place}@refs/tags/`)
    expect(guide).toContain('--certificate-oidc-issuer https://token.actions.githubusercontent.com')
  })
})

interface Container {
  image: string
  args?: string[]
  ports?: { name: string; containerPort: number }[]
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef: { key: string } } }[]
  envFrom?: { configMapRef: { name: string } }[]
  securityContext: Record<string, unknown>
  volumeMounts: { mountPath: string }[]
}

interface Manifest {
  kind: string
  metadata: { name: string }
  data: Record<string, string>
  spec: {
    selector: Record<string, string>
    ports: { port: number; targetPort: string }[]
    template: {
      metadata: { labels: Record<string, string> }
      spec: {
        containers: Container[]
        securityContext: unknown
        automountServiceAccountToken: boolean
        terminationGracePeriodSeconds?: number
        volumes?: { persistentVolumeClaim?: { claimName: string } }[]
      }
    }
  }
}

/** As the cluster makes it: a value may speak of those before it. */
function environmentOf({ env = [], envFrom = [] }: Container, configMaps: readonly Manifest[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (const { configMapRef } of envFrom)
    Object.assign(values, configMaps.find(({ metadata }) => metadata.name === configMapRef.name)?.data)
  for (const { name, value, valueFrom } of env)
    values[name] =
      value === undefined
        ? sample(valueFrom?.secretKeyRef.key ?? '')
        : value.replaceAll(/\$\((\w+)\)/g, (whole, part: string) => values[part] ?? whole)
  return values
}

function isCommand([program, command = '', ...rest]: readonly string[]): boolean {
  return (
    program === 'chatwright' &&
    rest.length === 0 &&
    read('packages/server/src/cli.ts').includes(`.command('${command}'`)
  )
}
