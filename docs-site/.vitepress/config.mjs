import { anchorOf } from '../../packages/ui/src/features/help/model/guide.ts'
import { readMenu } from '../pages.mjs'
import { productColours } from './colours.mjs'
import { keepBraces, showBothPictures } from './markdown.mjs'

const base = process.env.DOCS_BASE ?? '/'

export default {
  title: 'Chatwright',
  description: 'The visual builder for language-model chat flows: guides',
  lang: 'en',
  base,
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: 'node_modules/.cache/vitepress',
  cleanUrls: false,
  lastUpdated: false,
  // The reader's own server.
  ignoreDeadLinks: ['http://localhost:3000'],
  // The guides are Markdown and nothing else: what looks like a tag in them is text.
  markdown: {
    html: false,
    anchor: { slugify: anchorOf },
    config(markdown) {
      keepBraces(markdown)
      showBothPictures(markdown)
    },
  },
  head: [
    ['link', { rel: 'icon', href: `${base}favicon.svg`, type: 'image/svg+xml' }],
    ['style', {}, productColours()],
  ],
  themeConfig: {
    logo: '/favicon.svg',
    search: { provider: 'local', options: { detailedView: true, _render: renderForSearch } },
    sidebar: readMenu(),
    outline: { level: [2, 3], label: 'On this page' },
    docFooter: { prev: 'Before', next: 'Next' },
    darkModeSwitchLabel: 'Colours',
    lightModeSwitchTitle: 'Switch to light',
    darkModeSwitchTitle: 'Switch to dark',
    sidebarMenuLabel: 'Guides',
    returnToTopLabel: 'To the top',
    externalLinkIcon: true,
  },
}

/** A page that says so is not searched: the written-out surface would drown the guides. */
function renderForSearch(source, environment, markdown) {
  const html = markdown.render(source, environment)
  return environment.frontmatter?.search === false ? '' : html
}
