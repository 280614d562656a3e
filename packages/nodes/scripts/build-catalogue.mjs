// Writes dist/manifest.json, which the server reads at boot instead of importing every node.
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { scanFolder } from '../dist/catalogue/scan-folder.js'

const root = new URL('../dist/', import.meta.url)
const source = new URL('../src/', import.meta.url)
// A node that was renamed or removed leaves its old build behind, which must not come back to life.
const hasSource = (module) => !existsSync(source) || existsSync(new URL(module.replace(/\.js$/, '.ts'), source))
const manifest = await scanFolder(root, hasSource)
await writeFile(new URL('manifest.json', root), JSON.stringify(manifest))
console.log(`catalogue: ${manifest.nodes.length} nodes, ${manifest.credentials.length} credentials`)
