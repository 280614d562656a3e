/** A guide of `docs/`, with what is needed to find one's way to it. */
export interface Guide {
  /** Its place in `docs/` without the ending. */
  id: string
  title: string
  /** The headings below the title, in order. */
  headings: readonly string[]
  text: string
}

export function readGuide(id: string, text: string): Guide {
  const lines = withoutCode(text).split('\n')
  const title =
    lines
      .find((line) => line.startsWith('# '))
      ?.slice(2)
      .trim() ?? id
  const headings = lines.flatMap((line) => /^#{2,3} (.+)$/.exec(line)?.[1]?.trim() ?? [])
  return { id, title: plain(title), headings: headings.map(plain), text }
}

/** The guides an index links to come first and in its order, all others after them by name. */
export function orderGuides(guides: readonly Guide[], index: string): Guide[] {
  const linked = [...index.matchAll(/\]\(([\w/-]+)\.md\)/g)].map((match) => match[1])
  const place = ({ id }: Guide) => {
    const found = linked.indexOf(id)
    return found === -1 ? linked.length : found
  }
  return guides.toSorted((a, b) => place(a) - place(b) || a.id.localeCompare(b.id))
}

/** Pages of a folder are found by searching and through its index: listed, they would hide the guides. */
export function isListed({ id }: Guide): boolean {
  return !id.includes('/') || id.endsWith('/README')
}

/** The guide and the heading that a link in a guide leads to. */
export function followLink(from: string, address: string): { guide: string; anchor: string | undefined } | undefined {
  const [, path = '', anchor] = /^((?:[\w.-]+\/)*[\w-]+\.md)?(?:#([\w-]+))?$/.exec(address) ?? []
  if (path === '' && anchor === undefined) return undefined
  const { pathname } = new URL(path, `https://guides/${from}.md`)
  return { guide: pathname.slice(1, -'.md'.length), anchor }
}

/** The anchor of a heading, as links in Markdown name it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

/** A comment in a shell script begins as a heading does. */
function withoutCode(text: string): string {
  return text.replaceAll(/^```[^\n]*\n[\s\S]*?^```/gm, '')
}

function plain(heading: string): string {
  return heading.replaceAll(/[`*_]/g, '').replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
}
