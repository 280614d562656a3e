// npm run new:node -- <category folder> <node name> ["Label"]
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'

const [folder, name, label = name] = process.argv.length > 2 ? process.argv.slice(2) : await askForNames()
if (!folder || !name || !/^[a-z][a-z0-9-]*$/.test(folder) || !/^[A-Za-z]\w*$/.test(name)) {
  console.error(
    'Usage: npm run new:node -- <category-folder> <nodeName> ["Label"], for example: tools weatherTool "Weather"',
  )
  process.exit(1)
}

const source = new URL('../src/', import.meta.url)
const fileName = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()
const nodeFile = new URL(`${folder}/${fileName}.ts`, source)
if (existsSync(nodeFile)) {
  console.error(`${nodeFile.pathname} is there already.`)
  process.exit(1)
}

await mkdir(new URL(`${folder}/`, source), { recursive: true })
await writeFile(nodeFile, nodeText(await categoryOf(folder)))
await writeFile(new URL(`${folder}/${fileName}.test.ts`, source), testText())
console.log(`Written: src/${folder}/${fileName}.ts and its test.
Next: fill it in, draw an icon of its own into icons/ or keep the one it has; then
  npx vitest run --project unit packages/nodes/src/conformance.test.ts packages/nodes/src/${folder}/${fileName}.test.ts
  node packages/nodes/scripts/build-docs.mjs`)

async function askForNames() {
  const terminal = createInterface({ input: process.stdin })
  // Lines, not questions: answers that are piped in come all at once.
  const lines = terminal[Symbol.asyncIterator]()
  const ask = async (question) => {
    process.stdout.write(question)
    return String((await lines.next()).value ?? '').trim()
  }
  const folder = (await ask('Category folder (tools): ')) || 'tools'
  const name = await ask('Name, as flows hold it (weatherTool): ')
  const label = (await ask('Title (Weather): ')) || name
  terminal.close()
  return [folder, name, label]
}

async function categoryOf(folder) {
  const url = new URL(`${folder}/`, source)
  for (const file of await readdir(url)) {
    const found = /category: '([^']+)'/.exec(await readFile(new URL(file, url), 'utf8'))
    if (found) return found[1]
  }
  return folder
    .split('-')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join(' ')
}

function nodeText(category) {
  return `import { defineNode, string } from '@chatwright/core'

export default defineNode({
  name: '${name}',
  label: ${inQuotes(label)},
  version: 1,
  category: ${inQuotes(category)},
  description: 'Says in one plain sentence what the node is for.',
  icon: '${existsSync(new URL(`../icons/${fileName}.svg`, source)) ? fileName : 'custom-tool'}.svg',
  baseClasses: ['${name[0].toUpperCase() + name.slice(1)}', 'Tool'],
  inputs: {
    greeting: string({ destination: false, label: 'Greeting', default: 'Hello', description: 'The word every answer starts with.' }),
  },
  build({ inputs }) {
    return {
      kind: 'tool',
      name: '${name}',
      description: 'Greets a person by name.',
      parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      call: async (input: Record<string, unknown>) => \`\${inputs.greeting} \${String(input.name)}\`,
    }
  },
})
`
}

function inQuotes(text) {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`
}

function testText() {
  return `import type { Tool } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { testRun } from '../../test/test-run.ts'
import node from './${fileName}.ts'

test('greets by name', async () => {
  const tool = await buildNode<Tool>(node)
  expect(await tool.call({ name: 'Ada' }, testRun())).toBe('Hello Ada')
})
`
}
