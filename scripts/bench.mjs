// npm run bench [name…]: builds the product, then runs the benchmarks one after another and prints their figures.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildProduct,
  compiling,
  fail,
  installDependencies,
  must,
  node,
  requireNode,
  roomForGo,
  root,
  run,
} from './steps.mjs'

requireNode()
installDependencies()
buildProduct()
must(compiling('bench'), 'The benchmarks do not compile; see above.', { env: roomForGo })

const all = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace('.ts', ''))
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0) fail(`There is no benchmark ${unknown.join(', ')}. There are: ${all.join(', ')}.`)

let failures = 0
for (const name of wanted.length > 0 ? wanted : all) {
  console.log(`\n── ${name}`)
  if (run(node, [`bench/dist/${name}.js`]) !== 0) failures += 1
}
process.exit(failures === 0 ? 0 : 1)
