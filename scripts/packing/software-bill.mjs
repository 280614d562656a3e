// The list of everything the package is made of and brings along, as CycloneDX wants it.
import { createHash } from 'node:crypto'

/**
 * @param {{ product: { name: string, version: string, license: string }, bundled: readonly { name: string, version: string, license?: string }[],
 *   outside: readonly string[], lock: { packages: Record<string, any> } }} parts
 */
export function writeSoftwareBill({ product, bundled, outside, lock }) {
  const root = componentOf(product, 'application')
  const inside = bundled.map((entry) => ({ ...componentOf(entry), hashes: hashesOf(lockedEntry(lock, entry)) }))
  const installed = installedWith(outside, lock)
  const components = [...inside, ...installed.map(({ component }) => component)]
  const dependencies = [
    { ref: root['bom-ref'], dependsOn: [...inside.map((each) => each['bom-ref']), ...direct(outside, installed)] },
    ...installed.map(({ component, dependsOn }) => ({ ref: component['bom-ref'], dependsOn })),
  ]
  const content = { metadata: { component: root }, components, dependencies }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    // Made from what is listed: the same package has the same number.
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`,
    version: 1,
    ...content,
  }
}

function componentOf({ name, version, license }, type = 'library') {
  const [group, plain] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type,
    'bom-ref': purl,
    ...(group && { group }),
    name: plain,
    version,
    ...(license && { licenses: [/ (OR|AND) /.test(license) ? { expression: license } : { license: { id: license } }] }),
    purl,
  }
}

/** What npm installs beside us: the named packages with all they ask for, those for other systems as optional. */
function installedWith(names, lock) {
  const found = new Map()
  const visit = (name, isOptional) => {
    const entry = lock.packages[`node_modules/${name}`]
    if (!entry || found.has(name)) return
    const needed = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
    found.set(name, { entry, isOptional, needed })
    for (const next of needed) visit(next, isOptional || next in (entry.optionalDependencies ?? {}))
  }
  for (const name of names) visit(name, false)
  const refOf = (name) => componentOf({ name, version: found.get(name).entry.version })['bom-ref']
  return [...found].map(([name, { entry, isOptional, needed }]) => ({
    component: {
      ...componentOf({ name, version: entry.version, license: entry.license }),
      scope: isOptional ? 'optional' : 'required',
      hashes: hashesOf(entry),
    },
    dependsOn: needed.filter((next) => found.has(next)).map(refOf),
  }))
}

function direct(names, installed) {
  return installed
    .map(({ component }) => component)
    .filter(({ group, name }) => names.includes(group ? `${group}/${name}` : name))
    .map((component) => component['bom-ref'])
}

function lockedEntry(lock, { name, version }) {
  return Object.entries(lock.packages).find(
    ([path, entry]) => path.endsWith(`node_modules/${name}`) && entry.version === version,
  )?.[1]
}

function hashesOf(entry) {
  return (entry?.integrity ?? '')
    .split(' ')
    .filter((each) => each.startsWith('sha512-'))
    .map((each) => ({ alg: 'SHA-512', content: Buffer.from(each.slice(7), 'base64').toString('hex') }))
}

function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
