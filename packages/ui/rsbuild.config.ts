import { fileURLToPath } from 'node:url'

import { defineConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'

import { canvasFiles } from './canvas-files.ts'
import { compileEarly } from './compile-early.ts'
import { packagesInside } from './packages-inside.ts'
import { routesOnly } from './routes-only.ts'
import { sharedFiles } from './shared-files.ts'
import { CHUNK_TIMEOUT } from './src/lib/chunk-timeout.ts'

/** Built to be measured (`npm run coverage`): every branch stays where the sources have it. */
const isMeasured = process.env['CHATWRIGHT_COVERAGE'] !== undefined

const API_TARGET = process.env['CHATWRIGHT_API'] ?? 'http://127.0.0.1:3000'

export default defineConfig({
  resolve: { conditionNames: ['chatwright-source', '...'] },
  plugins: [routesOnly(), packagesInside(fileURLToPath(new URL('dist/packages-inside.json', import.meta.url)))],
  environments: {
    web: {
      plugins: [pluginReact(), canvasFiles(), compileEarly()],
      source: { entry: { index: './src/main.tsx' } },
      html: { template: './src/index.html', title: 'Chatwright' },
      splitChunks: {
        preset: 'none',
        // Below this a shared part costs more as a request of its own than as a copy in each screen that uses it.
        minSize: { javascript: 100_000, 'css/mini-extract': 30_000 },
        cacheGroups: sharedFiles,
      },
    },
    // The embeddable chat: a bubble under a name that pages elsewhere can rely on; what it opens, shows and hears with stands beside it.
    widget: {
      source: {
        entry: {
          widget: './src/widget/main.ts',
          'widget-chat': './src/widget/open-chat.ts',
          'widget-rich': './src/widget/rich.ts',
          'widget-speech': './src/widget/speech/add-speech.ts',
        },
      },
      output: {
        overrideBrowserslist: isMeasured
          ? ['chrome >= 120']
          : ['chrome >= 99', 'edge >= 99', 'firefox >= 100', 'safari >= 16.4'],
        module: true,
        cleanDistPath: false,
        filename: { js: '[name].js' },
        distPath: { js: '' },
      },
      splitChunks: false,
      tools: {
        htmlPlugin: false,
        rspack: {
          output: { library: { type: 'module' } },
          // Left as it is: the widget learns from its own address which server to ask.
          module: {
            parser: { javascript: { importMeta: false } },
            // Styles inside a script pass by whatever makes those of a page small.
            rules: [
              {
                test: /\.css$/,
                resourceQuery: /raw/,
                loader: 'builtin:lightningcss-loader',
                options: { minify: true },
              },
            ],
          },
        },
      },
    },
  },
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
    // Small pictures stay files: `data:` addresses would need a wider policy for no gain over HTTP/2.
    dataUriLimit: 0,
    ...(isMeasured && {
      minify: false,
      sourceMap: { js: 'source-map' },
      overrideBrowserslist: ['chrome >= 120'],
    }),
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
      output: { chunkLoadTimeout: CHUNK_TIMEOUT },
      module: {
        rules: [
          // The guides of `docs/`, shown as help.
          { test: /\.md$/, type: 'asset/source' },
          {
            include: /packages[\\/]contract[\\/]/,
            resolve: { alias: { zod$: fileURLToPath(new URL('src/lib/schema-stand-in.ts', import.meta.url)) } },
          },
        ],
      },
    },
  },
})
