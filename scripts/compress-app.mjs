// Compresses the built browser application once, so that serving it costs no processor time.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { root } from './steps.mjs'

const MIN_BYTES = 1024
const compressible = /\.(js|css|html|svg|json|txt)$/

for (const file of files(join(root, 'packages/ui/dist/app'))) {
  if (!compressible.test(file) || statSync(file).size < MIN_BYTES) continue
  const content = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
}

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
  )
}
