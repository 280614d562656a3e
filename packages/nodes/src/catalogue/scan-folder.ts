import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describeCredential, describeNode, type CredentialDeclaration, type NodeDefinition } from '@chatwright/core'
import type { Manifest } from './manifest.ts'

/**
 * Finds every node and credential below a folder by the presence of its file: `<category>/<node>` and
 * `credentials/<name>`, each with the declaration as its default export; a service's folder declares several nodes in one. A file without one is a part of others.
 */
export async function scanFolder(root: URL, isWanted: (module: string) => boolean = () => true): Promise<Manifest> {
  const manifest: Manifest = { nodes: [], credentials: [] }
  const modules = (await listModules(root)).filter(isWanted)
  for (const module of modules) {
    const declared = await importDeclaration(new URL(module, root)).catch((cause: unknown) => {
      throw new Error(`${fileURLToPath(new URL(module, root))} can't be loaded: ${String(cause)}`, { cause })
    })
    for (const declaration of Array.isArray(declared) ? (declared as unknown[]) : [declared]) {
      if (isNode(declaration)) manifest.nodes.push({ module, description: describeNode(declaration) })
      else if (isCredential(declaration)) {
        manifest.credentials.push({ module, description: describeCredential(declaration) })
      }
    }
  }
  manifest.nodes.sort((a, b) => compare(a.description, b.description))
  manifest.credentials.sort((a, b) => a.description.name.localeCompare(b.description.name))
  return manifest
}

/** The default export of a node's or credential's module. */
export async function importDeclaration(module: URL): Promise<unknown> {
  const imported = (await import(/* @vite-ignore */ module.href)) as { default?: unknown }
  return imported.default
}

/** Services have a folder each, a floor deeper than other categories. */
const FOLDERS_OF_FOLDERS = 'services'

async function listModules(root: URL): Promise<string[]> {
  const modules: string[] = []
  const folders = await listFolders(root)
  if (folders.includes(FOLDERS_OF_FOLDERS)) {
    const services = await listFolders(new URL(`${FOLDERS_OF_FOLDERS}/`, root))
    folders.push(...services.map((name) => `${FOLDERS_OF_FOLDERS}/${name}`))
  }
  for (const folder of folders) {
    for (const entry of await readdir(new URL(`${folder}/`, root), { withFileTypes: true })) {
      const file = entry.name
      if (entry.isDirectory() || !/\.(js|mjs|ts)$/.test(file) || /\.(test|d)\.ts$/.test(file)) continue
      const module = `${folder}/${file}`
      // Importing a part would run it for nothing; only a file with a default export can hold a declaration.
      const text = await readFile(new URL(module, root), 'utf8')
      if (/^export default /m.test(text)) modules.push(module)
    }
  }
  return modules
}

async function listFolders(root: URL): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
    .map(({ name }) => name)
}

function compare(a: { category: string; label: string }, b: { category: string; label: string }): number {
  return a.category.localeCompare(b.category) || a.label.localeCompare(b.label)
}

function isNode(value: unknown): value is NodeDefinition {
  return isDeclaration(value) && 'build' in value && 'baseClasses' in value
}

function isCredential(value: unknown): value is CredentialDeclaration {
  return isDeclaration(value) && !('build' in value)
}

function isDeclaration(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'name' in value && 'version' in value && 'inputs' in value
}
