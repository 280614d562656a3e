import { readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'

/**
 * Where the nodes of other people lie: a folder, or an installed package of that name. A package whose nodes are not at
 * its top names their folder in its package.json: `"chatwright": { "nodes": "dist" }`.
 */
export function findNodeFolder(named: string, from: string = process.cwd()): string {
  const folder = resolve(from, named)
  if (isFolder(folder)) return folder
  if (isAbsolute(named) || named.startsWith('.')) throw new Error(`The folder ${folder} doesn't exist.`)
  for (let place = from; ; place = dirname(place)) {
    const root = join(place, 'node_modules', named)
    if (isFolder(root)) return insidePackage(root, named)
    if (place === dirname(place)) break
  }
  throw new Error(`Neither a folder ${folder} nor an installed package "${named}" was found from ${from}.`)
}

function insidePackage(root: string, named: string): string {
  const declared = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { chatwright?: { nodes?: unknown } }
  const inner = declared.chatwright?.nodes
  if (typeof inner !== 'string') return root
  const folder = resolve(root, inner)
  if (relative(root, folder).startsWith('..') || !isFolder(folder)) {
    throw new Error(`The package "${named}" names "${inner}" as its nodes folder, but the package doesn't contain it.`)
  }
  return folder
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
