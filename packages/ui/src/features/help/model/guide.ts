/** A guide of `docs/`, with what is needed to find one's way to it. */
export interface Guide {
  /** Its file name without the ending. */
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
  const linked = [...index.matchAll(/\]\(([\w-]+)\.md\)/g)].map((match) => match[1])
  const place = ({ id }: Guide) => {
    const found = linked.indexOf(id)
    return found === -1 ? linked.length : found
  }
  return guides.toSorted((a, b) => place(a) - place(b) || a.id.localeCompare(b.id))
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
  return heading.replaceAll(/[`*_]/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}
