import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folders that modules and the packages they import lie in. */
export function readableFolders(modules: readonly URL[]): string[] {
  const folders = new Set<string>()
  for (const module of modules) {
    const ancestors = ancestorsOf(fileURLToPath(module))
    const own = ancestors.find((folder) => existsSync(join(folder, 'package.json')))
    if (own) folders.add(own)
    for (const folder of ancestors) {
      const packages = join(folder, 'node_modules')
      if (!existsSync(packages)) continue
      folders.add(packages)
      for (const linked of linkedPackages(packages)) folders.add(linked)
    }
  }
  return [...folders].map((folder) => `${folder}/`)
}

/** In a workspace our own packages are links that lead out of node_modules. */
function linkedPackages(packages: string): string[] {
  const own = join(packages, '@chatwright')
  return existsSync(own) ? readdirSync(own).map((name) => realpathSync(join(own, name))) : []
}

function ancestorsOf(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [] : [parent, ...ancestorsOf(parent)]
}
