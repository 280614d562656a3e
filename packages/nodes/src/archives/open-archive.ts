import type { CheerioAPI } from 'cheerio'

/** The parts of an office file or a book, read as XML. Runs in a child process, because a file can be hostile. */
export interface Archive {
  /** Nothing where there is no such part. */
  xml(path: string): Promise<CheerioAPI | undefined>
  text(path: string): Promise<string | undefined>
}

export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const [{ default: JSZip }, { load }] = await Promise.all([import('jszip'), import('cheerio')])
  const zip = await JSZip.loadAsync(bytes)
  const text = async (path: string): Promise<string | undefined> => zip.file(path)?.async('string')
  return {
    text,
    async xml(path) {
      const content = await text(path)
      return content === undefined ? undefined : load(content, { xml: true })
    },
  }
}

/** Where a reference in one part leads: `slides/slide1.xml` in `ppt/presentation.xml` is `ppt/slides/slide1.xml`. */
export function placeOf(reference: string, part: string): string {
  return new URL(reference, `file:///${part}`).pathname.slice(1)
}

/** What the parts of an office file call each other, by their ids. */
export async function relationsOf(archive: Archive, part: string): Promise<Map<string, string>> {
  const cut = part.lastIndexOf('/') + 1
  const xml = await archive.xml(`${part.slice(0, cut)}_rels/${part.slice(cut)}.rels`)
  const relations = new Map<string, string>()
  for (const each of xml?.('Relationship').toArray() ?? []) {
    const { Id: id, Target: target, TargetMode: mode } = each.attribs
    if (id !== undefined && target !== undefined && mode !== 'External') relations.set(id, placeOf(target, part))
  }
  return relations
}
