interface Style {
  basedOn: string | undefined
  level: number | undefined
}

/** A style built on a style built on a style …: further than this, it is a circle. */
const LONGEST_ANCESTRY = 20
/** Word counts from 0; 9 says that the text is no heading. */
const BODY_TEXT = 9

/**
 * Heading levels by style, from a document's `styles.xml`. Headings may be called anything: what Word itself goes by, in its
 * table of contents and navigation, is the outline level of their style or of a style that it is built on.
 */
export function readOutlineLevels(stylesXml: string): Map<string, number> {
  const styles = new Map<string, Style>()
  for (const part of stylesXml.split('<w:style ').slice(1)) {
    const [style = ''] = part.split('</w:style>', 1)
    const id = /\bw:styleId="([^"]*)"/.exec(style)?.[1]
    if (id === undefined || !/\bw:type="paragraph"/.test(style)) continue
    const level = /<w:outlineLvl\s+w:val="(\d)"/.exec(style)?.[1]
    styles.set(id, {
      basedOn: /<w:basedOn\s+w:val="([^"]*)"/.exec(style)?.[1],
      level: level === undefined ? undefined : Number(level),
    })
  }
  const levels = new Map<string, number>()
  for (const id of styles.keys()) {
    const level = levelOf(id, styles)
    if (level !== undefined && level < BODY_TEXT) levels.set(id, level + 1)
  }
  return levels
}

function levelOf(id: string, styles: ReadonlyMap<string, Style>): number | undefined {
  let style = styles.get(id)
  for (let step = 0; style && step < LONGEST_ANCESTRY; step += 1) {
    if (style.level !== undefined) return style.level
    style = style.basedOn === undefined ? undefined : styles.get(style.basedOn)
  }
  return undefined
}
