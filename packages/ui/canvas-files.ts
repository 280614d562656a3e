import type { RsbuildPlugin } from '@rsbuild/core'

const CHUNKS = ['canvas', 'texts-en-canvas-ts', 'texts-en-form-ts', 'texts-en-chat-ts', 'texts-en-credentials-ts']

/**
 * Writes into the page which files the canvas is made of. `first-paint.js` starts loading them when the page is a
 * canvas, beside the shell's own files instead of after these have run.
 */
export function canvasFiles(): RsbuildPlugin {
  return {
    name: 'chatwright:canvas-files',
    setup(api) {
      api.modifyHTML((html, { compilation }) => {
        const files = CHUNKS.flatMap((name) => {
          const chunk = compilation.namedChunkGroups.get(name)
          if (!chunk) throw new Error(`The canvas is to be loaded early, but nothing is built as "${name}".`)
          return chunk.getFiles().filter((file) => /\.(js|css)$/.test(file))
        })
        const addresses = [...new Set(files)].map((file) => `/${file}`).join(' ')
        return html.replace('src="/first-paint.js"', `src="/first-paint.js" data-canvas="${addresses}"`)
      })
    },
  }
}
