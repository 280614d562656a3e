import { existsSync, statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  NodeError,
  type CredentialDeclaration,
  type CredentialDescription,
  type NodeDefinition,
  type NodeDescription,
} from '@chatwright/core'
import { ownTemplates } from '../templates/own-templates.ts'
import type { Manifest, ManifestEntry } from './manifest.ts'
import { findNodeFolder } from './find-node-folder.ts'
import { importOwn, ownRoot } from './own-modules.ts'
import { importDeclaration, scanFolder } from './scan-folder.ts'

export interface Catalogue {
  readonly nodes: readonly NodeDescription[]
  readonly credentials: readonly CredentialDescription[]
  describe(nodeName: string): NodeDescription | undefined
  describeCredential(credentialName: string): CredentialDescription | undefined
  /** Imports the node's module; vendor SDKs are imported later still, when it builds. */
  loadNode(nodeName: string): Promise<NodeDefinition>
  loadCredential(credentialName: string): Promise<CredentialDeclaration>
  iconPath(nodeName: string): string | undefined
  credentialIconPath(credentialName: string): string | undefined
  /** Our own pictures. What other people's nodes bring may be of any kind, and is only had one by one. */
  ownIcons(): CatalogueIcon[]
  /** Flows and tools to start from: ours, drawn with today's nodes, and files put into the templates folder. */
  templates(): Promise<CatalogueTemplate[]>
}

export interface CatalogueIcon {
  path: string
  /** Every name that a node with this picture has or had. */
  nodes: string[]
  credentials: string[]
}

export interface CatalogueTemplate {
  id: string
  /** As in a template file: `name`, `description`, `type` (`Chatflow` or `Tool`), `usecases`, and the flow or tool. */
  content: Record<string, unknown>
}

export interface CatalogueOptions {
  /** Folders or packages of other people's nodes, laid out like ours; each node is listed with this name as its origin. */
  folders?: readonly string[]
}

interface Source<Description> extends ManifestEntry<Description> {
  icons: URL
  load(module: string): Promise<unknown>
}

/** Reads the catalogue without importing a node: one manifest when built, a look at the folder in source. */
export async function loadCatalogue(options: CatalogueOptions = {}): Promise<Catalogue> {
  const nodes = new Map<string, Source<NodeDescription>>()
  const credentials = new Map<string, Source<CredentialDescription>>()

  const add = (manifest: Manifest, place: Pick<Source<unknown>, 'icons' | 'load'> & { origin?: string }): void => {
    const { icons, load, origin } = place
    for (const { module, description } of manifest.nodes) {
      refuseSecond(nodes, description.name, origin)
      nodes.set(description.name, {
        module,
        description: origin === undefined ? description : { ...description, origin },
        icons,
        load,
      })
    }
    for (const { module, description } of manifest.credentials) {
      refuseSecond(credentials, description.name, origin)
      credentials.set(description.name, { module, description, icons, load })
    }
  }

  add(await ownManifest(), { icons: ownIcons, load: importOwn })
  for (const origin of options.folders ?? []) {
    const root = pathToFileURL(`${findNodeFolder(origin)}/`)
    const load = (module: string): Promise<unknown> => importDeclaration(new URL(module, root))
    add((await readManifest(root)) ?? (await scanFolder(root)), { icons: new URL('icons/', root), load, origin })
  }

  const loadNode = remember((name) => importFrom<NodeDefinition>(nodes.get(name), { what: 'node', name }))
  const loadCredential = remember((name) =>
    importFrom<CredentialDeclaration>(credentials.get(name), { what: 'credential', name }),
  )

  return {
    nodes: [...nodes.values()].map(({ description }) => description),
    credentials: [...credentials.values()].map(({ description }) => description),
    describe: (name) => nodes.get(name)?.description,
    describeCredential: (name) => credentials.get(name)?.description,
    loadNode,
    loadCredential,
    iconPath: (name) => iconOf(nodes.get(name)),
    credentialIconPath: (name) => iconOf(credentials.get(name)),
    ownIcons: () => listOwnIcons(nodes, credentials),
    async templates() {
      return [...ownTemplates((name) => nodes.get(name)?.description), ...(await readTemplates())]
    },
  }
}

const ownIcons = new URL('../../icons/', import.meta.url)
const templateFolder = new URL('../../templates/', import.meta.url)

/** Sources do not change while a process runs; tests load the catalogue many times. */
let ownList: Promise<Manifest> | undefined

async function ownManifest(): Promise<Manifest> {
  if (import.meta.url.endsWith('.ts')) return (ownList ??= listOfSources())
  const manifest = await readManifest(ownRoot)
  if (!manifest) throw new Error('The catalogue was built without its manifest. Build it again.')
  return manifest
}

/** What was built of them where nothing changed since: importing every node to list it takes many seconds of a processor. */
async function listOfSources(): Promise<Manifest> {
  const built = new URL('../../dist/', import.meta.url)
  const file = new URL('manifest.json', built)
  const sources = [ownRoot, new URL('../../../core/src/', import.meta.url)]
  const areOlder = await Promise.all(sources.map((folder) => isOlder(folder, changeOf(file))))
  const manifest = areOlder.includes(false) ? undefined : await readManifest(built)
  if (!manifest) return scanFolder(ownRoot)
  const ofSource = <Description>({ module, description }: ManifestEntry<Description>): ManifestEntry<Description> => ({
    module: module.replace(/\.js$/, '.ts'),
    description,
  })
  return { nodes: manifest.nodes.map(ofSource), credentials: manifest.credentials.map(ofSource) }
}

/** Whether nothing below a folder was changed since; what was removed changes the folder that it was in. */
async function isOlder(folder: URL, time: number): Promise<boolean> {
  const names = await readdir(folder, { recursive: true })
  return ['', ...names].every((name) => changeOf(new URL(name, folder)) < time)
}

function changeOf(place: URL): number {
  return statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** The list a folder was built with: its nodes are then imported when a flow needs them, not to be listed. */
async function readManifest(root: URL): Promise<Manifest | undefined> {
  const file = new URL('manifest.json', root)
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Manifest) : undefined
}

function refuseSecond(known: ReadonlyMap<string, unknown>, name: string, origin: string | undefined): void {
  if (!known.has(name)) return
  const place = origin === undefined ? '' : ` (found again in ${origin})`
  throw new Error(`The catalogue already contains "${name}"${place}. Rename one of the two.`)
}

async function importFrom<Declaration extends { name: string }>(
  source: Source<unknown> | undefined,
  { what, name }: { what: string; name: string },
): Promise<Declaration> {
  const declared = (await source?.load(source.module)) as Declaration | Declaration[] | undefined
  const found = Array.isArray(declared) ? declared.find((each) => each.name === name) : declared
  if (!found) {
    throw new NodeError(`The catalogue has no ${what} "${name}".`, {
      code: 'not-found',
      hint: "Replace the node in the flow, or add its folder to the server's configuration.",
    })
  }
  return found
}

function iconOf(source: Source<{ icon?: string }> | undefined): string | undefined {
  if (!source?.description.icon) return undefined
  const path = fileURLToPath(new URL(source.description.icon, source.icons))
  return existsSync(path) ? path : undefined
}

function listOwnIcons(
  nodes: ReadonlyMap<string, Source<NodeDescription>>,
  credentials: ReadonlyMap<string, Source<CredentialDescription>>,
): CatalogueIcon[] {
  const icons = new Map<string, CatalogueIcon>()
  const iconFor = (source: Source<{ icon?: string }>): CatalogueIcon | undefined => {
    const path = source.icons === ownIcons ? iconOf(source) : undefined
    if (path === undefined) return undefined
    const icon = icons.get(path) ?? { path, nodes: [], credentials: [] }
    icons.set(path, icon)
    return icon
  }
  for (const [name, source] of nodes) {
    const icon = iconFor(source)
    icon?.nodes.push(name)
    // A name of today wins over an older one.
    for (const alias of source.description.aliases ?? []) if (!nodes.has(alias.name)) icon?.nodes.push(alias.name)
  }
  for (const [name, source] of credentials) iconFor(source)?.credentials.push(name)
  return [...icons.values()]
}

async function readTemplates(): Promise<CatalogueTemplate[]> {
  if (!existsSync(templateFolder)) return []
  const files = (await readdir(templateFolder)).filter((file) => file.endsWith('.json')).sort()
  return Promise.all(
    files.map(async (file) => ({
      id: file.slice(0, -'.json'.length),
      content: JSON.parse(await readFile(new URL(file, templateFolder), 'utf8')) as Record<string, unknown>,
    })),
  )
}

function remember<Value>(load: (name: string) => Promise<Value>): (name: string) => Promise<Value> {
  const loaded = new Map<string, Promise<Value>>()
  return (name) => {
    const known = loaded.get(name)
    if (known) return known
    const loading = load(name)
    loaded.set(name, loading)
    // A failed import may succeed later (a package installed meanwhile), so only success is kept.
    loading.catch(() => loaded.delete(name))
    return loading
  }
}
