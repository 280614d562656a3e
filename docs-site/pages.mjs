// The pages of the site: the guides of docs/ as they are, and what they point to in the repository around them.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = dirname(dirname(fileURLToPath(import.meta.url)))
export const pagesFolder = join(repository, 'docs-site/pages')

/** What is no guide, and still a page: files around docs/, and folders that get an index. */
const around = {
  'README.md': 'about.md',
  'CONTRIBUTING.md': 'contributing.md',
  'CHANGELOG.md': 'changelog.md',
  LICENSE: 'licence.md',
  'docs/decisions': 'decisions/index.md',
  'docs/surface': 'surface/index.md',
}

/** Where a file of the repository stands on the site; `undefined` when it is no page of it. */
export function placeOf(file) {
  if (file in around) return around[file]
  const [, path] = /^docs\/(.*\.(?:md|png))$/.exec(file) ?? []
  return path?.replace(/(^|\/)README\.md$/, '$1index.md')
}

/** Writes every page with its links turned to where things stand on the site; a link to nowhere ends the build. */
export function stagePages() {
  rmSync(pagesFolder, { recursive: true, force: true })
  const guides = readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path.split('\\').join('/')}`)
    .filter((file) => /\.(md|png)$/.test(file))
  const lost = []
  for (const file of [...guides, 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']) {
    const place = placeOf(file)
    const target = join(pagesFolder, place)
    mkdirSync(dirname(target), { recursive: true })
    if (file.endsWith('.png')) cpSync(join(repository, file), target)
    else writeFileSync(target, turnLinks(file, place, lost))
  }
  write('decisions/index.md', decisionsPage())
  write('surface/index.md', surfacePage())
  write('licence.md', `# Licence\n\n${asText('LICENSE')}\n`)
  cpSync(join(repository, 'packages/ui/public/favicon.svg'), join(pagesFolder, 'public/favicon.svg'))
  if (lost.length > 0) throw new Error(`These links lead nowhere:\n${lost.join('\n')}`)
}

/** The menu: what docs/README.md lists, under its own headings, then the pages around the guides. */
export function readMenu() {
  const text = readFileSync(join(repository, 'docs/README.md'), 'utf8')
  const groups = []
  for (const line of text.split('\n')) {
    const [, heading] = /^([A-Z].*):$/.exec(line) ?? []
    if (heading) groups.push({ text: heading, items: [] })
    const [, title, address] = /^- \[(.+?)\]\((.+?)\)/.exec(line) ?? []
    if (title) groups.at(-1)?.items.push(menuItem(title, `docs/${address}`))
  }
  const around = [
    menuItem('What is new', 'CHANGELOG.md'),
    menuItem('How it works', 'docs/how-it-works.md'),
    menuItem('Contributing', 'CONTRIBUTING.md'),
  ]
  return [...groups, { text: 'The project', items: around }]
}

function menuItem(text, file) {
  const link = `/${placeOf(file)
    .replace(/(^|\/)index\.md$/, '$1')
    .replace(/\.md$/, '')}`
  if (file !== 'docs/nodes/README.md') return { text, link }
  const nodes = pagesIn('docs/nodes').map((name) => menuItem(titleOf(`docs/nodes/${name}`), `docs/nodes/${name}`))
  return { text, link, collapsed: true, items: nodes }
}

function turnLinks(file, place, lost) {
  const text = readFileSync(join(repository, file), 'utf8')
  // Links in code are examples.
  return outsideCode(text, (prose) =>
    prose.replaceAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)/g, (whole, address, anchor = '') => {
      const target = join(dirname(file), address).split('\\').join('/').replace(/\/$/, '')
      const page = existsSync(join(repository, target)) ? placeOf(target) : undefined
      if (page) return `](${besides(place, page)}${anchor})`
      lost.push(`${file}: ${address}`)
      return whole
    }),
  )
}

function outsideCode(text, change) {
  return text
    .split(/(^```[^\n]*\n[\s\S]*?^```)/m)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('')
}

function besides(from, to) {
  const path = relative(dirname(from), to).split('\\').join('/')
  return path.startsWith('.') ? path : `./${path}`
}

function decisionsPage() {
  const lines = pagesIn('docs/decisions').map((name) => `- [${titleOf(`docs/decisions/${name}`)}](./${name})`)
  return `# Decisions\n\nWhy things are as they are. Each page is a claim, and what it rests on.\n\n${lines.join('\n')}\n`
}

function surfacePage() {
  const parts = readdirSync(join(repository, 'docs/surface')).map((name) => {
    const title = name.replace('.txt', '').replaceAll('-', ' ')
    return `## ${title[0].toUpperCase()}${title.slice(1)}\n\n${asText(`docs/surface/${name}`)}`
  })
  const head = 'Everything that others rely on, written out; a change of it is seen in review.'
  return `---\nsearch: false\n---\n\n# Public surface\n\n${head}\n\n${parts.join('\n\n')}\n`
}

const asText = (file) => `\`\`\`text\n${readFileSync(join(repository, file), 'utf8').trimEnd()}\n\`\`\``

const pagesIn = (folder) =>
  readdirSync(join(repository, folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()

const titleOf = (file) => /^# (.+)$/m.exec(readFileSync(join(repository, file), 'utf8'))?.[1] ?? file

function write(path, text) {
  mkdirSync(dirname(join(pagesFolder, path)), { recursive: true })
  writeFileSync(join(pagesFolder, path), text)
}
