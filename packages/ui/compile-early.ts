import type { RsbuildPlugin } from '@rsbuild/core'

/** What a first visit runs: the shell, and the heaviest screen. */
const CHUNKS = ['index', 'canvas']

const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Asks the browser to compile these files whole while they arrive, beside the main thread. It would compile each of
 * their thousands of functions when it is first called, one after the other, while somebody waits for the screen.
 */
export function compileEarly(): RsbuildPlugin {
  return {
    name: 'chatwright:compile-early',
    setup(api) {
      api.processAssets({ stage: 'optimize-size' }, ({ compilation, sources }) => {
        const files = CHUNKS.flatMap((name) => {
          const group = compilation.namedChunkGroups.get(name) ?? compilation.entrypoints.get(name)
          if (!group) throw new Error(`"${name}" is to be compiled early, but nothing is built under this name.`)
          return group.getFiles().filter((file) => file.endsWith('.js'))
        })
        for (const file of new Set(files)) {
          compilation.updateAsset(file, (source) => new sources.ConcatSource(HINT, source))
        }
      })
    },
  }
}
