import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import type { RsbuildPlugin, Rspack } from '@rsbuild/core'

/** The folder of the package a module was installed in. */
const IN_PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/

/** Writes down which packages the browser application is made of: whoever ships it owes them their notices. */
export function packagesInside(file: string): RsbuildPlugin {
  return {
    name: 'chatwright:packages-inside',
    setup(api) {
      api.onAfterBuild(({ stats }) => {
        if (!stats) return
        const { modules = [], children = [] } = stats.toJson({
          all: false,
          modules: true,
          nestedModules: true,
          modulesSpace: Number.MAX_SAFE_INTEGER,
          nestedModulesSpace: Number.MAX_SAFE_INTEGER,
        })
        const all = [...modules, ...children.flatMap((child) => child.modules ?? [])]
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, `${JSON.stringify([...new Set(all.flatMap(foldersOf))].sort(), null, 2)}\n`)
      })
    },
  }
}

function foldersOf({ nameForCondition, modules = [] }: Rspack.StatsModule): string[] {
  const folder = IN_PACKAGE.exec(nameForCondition ?? '')?.[1]
  return [...(folder === undefined ? [] : [folder]), ...modules.flatMap(foldersOf)]
}
