import type { SplitChunksConfig } from '@rsbuild/core'

const SCRIPT = /javascript/

/** What screens share, as few files: each of them is a request of the first visit. */
export const sharedFiles: SplitChunksConfig['cacheGroups'] = {
  // Would keep what is ours apart from what is not, though both are always loaded together.
  defaultVendors: false,
  // Two halves of about one size, so that a browser can compile them side by side.
  react: {
    name: 'react',
    test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
    type: SCRIPT,
    chunks: 'initial',
    priority: 2,
    enforce: true,
  },
  libraries: {
    name: 'libraries',
    test: /[\\/]node_modules[\\/]/,
    type: SCRIPT,
    chunks: 'initial',
    priority: 1,
    enforce: true,
  },
  // Menus, dialogs and fields. With what fewer parts use, the list of flows would load much that it does not show.
  controls: { name: 'controls', type: SCRIPT, chunks: 'async', minChunks: 24, priority: 2, enforce: true },
  englishForms: textsOfForms('en'),
  germanForms: textsOfForms('de'),
}

/** Small, and where there is a form there are credentials. */
function textsOfForms(language: string) {
  return {
    name: `texts-${language}-forms`,
    test: new RegExp(String.raw`[\\/]i18n[\\/]${language}[\\/](form|credentials)\.ts$`),
    chunks: 'async' as const,
    priority: 2,
    enforce: true,
  }
}
