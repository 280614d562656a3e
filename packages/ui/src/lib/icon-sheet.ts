/** Pictures by what they stand for, each as an address that asks nobody. */
export interface IconSheet {
  nodes: ReadonlyMap<string, string>
  credentials: ReadonlyMap<string, string>
}

export const EMPTY_SHEET: IconSheet = { nodes: new Map(), credentials: new Map() }

/** Cuts the sheet of the server into its pictures. As the source of an image, none of them can run or load anything. */
export function cutSheet(text: string): IconSheet {
  const sheet = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  const nodes = new Map<string, string>()
  const credentials = new Map<string, string>()
  const writer = new XMLSerializer()
  for (const drawing of sheet.children) {
    const address = `data:image/svg+xml,${encodeURIComponent(writer.serializeToString(drawing))}`
    for (const name of namesOf(drawing, 'data-nodes')) nodes.set(name, address)
    for (const name of namesOf(drawing, 'data-credentials')) credentials.set(name, address)
  }
  return { nodes, credentials }
}

function namesOf(drawing: Element, attribute: string): string[] {
  return drawing.getAttribute(attribute)?.split(' ').filter(Boolean) ?? []
}
