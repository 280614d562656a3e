import { fileURLToPath } from 'node:url'

import { defineConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'

const API_TARGET = process.env['CHATWRIGHT_API'] ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [pluginReact()],
  source: { entry: { index: './src/main.tsx' } },
  resolve: { conditionNames: ['source', '...'] },
  html: { template: './src/index.html', title: 'Chatwright' },
  output: {
    assetPrefix: '/',
    distPath: {
      root: 'dist/app',
      js: 'assets',
      css: 'assets',
      font: 'assets',
      svg: 'assets',
      image: 'assets',
      assets: 'assets',
    },
    cleanDistPath: true,
    // The content security policy of the server forbids scripts inside the page.
    inlineScripts: false,
    polyfill: 'off',
    legalComments: 'linked',
    sourceMap: { js: 'source-map' },
    // Small pictures stay files: `data:` addresses would need a wider policy for no gain over HTTP/2.
    dataUriLimit: 0,
  },
  server: {
    port: 4450,
    publicDir: { name: 'public' },
    historyApiFallback: true,
    proxy: { '/api': { target: API_TARGET } },
  },
  performance: {
    printFileSize: false,
  },
  tools: {
    rspack: {
      output: { chunkLoadTimeout: 120_000 },
      module: {
        rules: [
          {
            include: /packages[\\/]contract[\\/]/,
            resolve: { alias: { zod$: fileURLToPath(new URL('src/lib/schema-stand-in.ts', import.meta.url)) } },
          },
        ],
      },
    },
  },
})
