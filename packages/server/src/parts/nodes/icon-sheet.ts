import type { CatalogueIcon } from '@chatwright/nodes'
import { readFile } from 'node:fs/promises'

/** Many pictures as one: a page that shows a hundred of them asks once. */
export async function drawIconSheet(icons: readonly CatalogueIcon[]): Promise<string> {
  const drawings = await Promise.all(
    icons.map(async ({ path, nodes, credentials }) => {
      const drawing = await readFile(path, 'utf8')
      const names = `data-nodes="${nodes.join(' ')}" data-credentials="${credentials.join(' ')}"`
      return drawing.trim().replace('<svg ', `<svg ${names} `)
    }),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${drawings.join('\n')}\n</svg>\n`
}
