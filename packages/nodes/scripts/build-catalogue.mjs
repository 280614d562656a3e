// Writes dist/manifest.json, which the server reads at boot instead of importing every node.
import { writeFile } from 'node:fs/promises'
import { scanFolder } from '../dist/catalogue/scan-folder.js'

const root = new URL('../dist/', import.meta.url)
const manifest = await scanFolder(root)
await writeFile(new URL('manifest.json', root), JSON.stringify(manifest))
console.log(`catalogue: ${manifest.nodes.length} nodes, ${manifest.credentials.length} credentials`)
