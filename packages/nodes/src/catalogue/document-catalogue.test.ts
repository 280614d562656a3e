import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { documentCatalogue } from './document-catalogue.ts'
import { loadCatalogue } from './load-catalogue.ts'

test('docs/nodes says what the declarations say', async () => {
  const pages = documentCatalogue(await loadCatalogue())
  const written = new Map<string, string>()
  for (const file of pages.keys()) {
    written.set(file, await readFile(new URL(`../../../../docs/nodes/${file}`, import.meta.url), 'utf8'))
  }
  expect(written, 'run: npm run build && node packages/nodes/scripts/build-docs.mjs').toEqual(pages)
})
