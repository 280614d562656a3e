// Writes docs/nodes/<category>.md from the built manifest, one page per category.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { documentCatalogue } from '../dist/catalogue/document-catalogue.js'

const manifest = JSON.parse(await readFile(new URL('../dist/manifest.json', import.meta.url), 'utf8'))
const pages = documentCatalogue({
  nodes: manifest.nodes.map((entry) => entry.description),
  credentials: manifest.credentials.map((entry) => entry.description),
})
const folder = new URL('../../../docs/nodes/', import.meta.url)
await mkdir(folder, { recursive: true })
for (const [file, text] of pages) await writeFile(new URL(file, folder), text)
console.log(`docs/nodes: ${pages.size} pages`)
