import JSZip from 'jszip'

interface DocxParts {
  /** What stands between `<w:body>` and its end. */
  body: string
  styles?: string
  numbering?: string
  footnotes?: string
}

const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

/** A Word file as Word writes it, with only the parts it needs. */
export function buildDocx({ body, styles, numbering, footnotes }: DocxParts): Promise<Uint8Array> {
  const parts = { styles, numbering, footnotes }
  const given = Object.entries(parts).flatMap(([name, content]) => (content === undefined ? [] : { name, content }))
  const zip = new JSZip()
  const overrides = ['document.main', ...given.map(({ name }) => name)].map(
    (name) => `<Override PartName="/word/${name.split('.')[0]}.xml" ContentType="${WORD_TYPE}.${name}+xml"/>`,
  )
  zip.file(
    '[Content_Types].xml',
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/>${overrides.join('')}</Types>`,
  )
  zip.file('_rels/.rels', relationships([{ type: 'officeDocument', target: 'word/document.xml' }]))
  zip.file('word/media/cat.png', Uint8Array.of(137, 80, 78, 71))
  zip.file(
    'word/_rels/document.xml.rels',
    relationships([
      { type: 'image', target: 'media/cat.png' },
      ...given.map(({ name }) => ({ type: name, target: `${name}.xml` })),
    ]),
  )
  zip.file('word/document.xml', `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`)
  for (const { name, content } of given) zip.file(`word/${name}.xml`, `<w:${name} ${NAMESPACES}>${content}</w:${name}>`)
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' })
}

const NAMESPACES = [
  `xmlns:w="${MAIN}"`,
  `xmlns:r="${OFFICE_RELATIONS}"`,
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
].join(' ')

function relationships(targets: readonly { type: string; target: string }[]): string {
  const each = targets.map(
    ({ type, target }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE_RELATIONS}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${RELATIONS}">${each.join('')}</Relationships>`
}

interface ParagraphOptions {
  style?: string
  list?: { id: number; level: number }
  /** Properties of the run, such as `<w:b/>`. */
  print?: string
}

export function paragraph(text: string, { style, list, print = '' }: ParagraphOptions = {}): string {
  const styled = style === undefined ? '' : `<w:pStyle w:val="${style}"/>`
  const listed = list ? `<w:numPr><w:ilvl w:val="${list.level}"/><w:numId w:val="${list.id}"/></w:numPr>` : ''
  return `<w:p><w:pPr>${styled}${listed}</w:pPr>${run(text, print)}</w:p>`
}

export function run(text: string, print = ''): string {
  return `<w:r><w:rPr>${print}</w:rPr><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`
}

export function table(rows: readonly (readonly (string | { text: string; properties: string })[])[]): string {
  const cell = (content: string | { text: string; properties: string }): string => {
    const { text, properties } = typeof content === 'string' ? { text: content, properties: '' } : content
    return `<w:tc><w:tcPr>${properties}</w:tcPr>${text
      .split('\n')
      .map((line) => paragraph(line))
      .join('')}</w:tc>`
  }
  return `<w:tbl>${rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`
}

export function style({ id, name, more = '' }: { id: string; name: string; more?: string }): string {
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`
}

/** Lists by number: 1 has bullets, 2 has numbers, on all of their levels. */
export const LISTS = [
  { id: 1, format: 'bullet' },
  { id: 2, format: 'decimal' },
]
  .map(({ id, format }) => ({
    abstract: `<w:abstractNum w:abstractNumId="${id}">${[0, 1, 2].map((level) => `<w:lvl w:ilvl="${level}"><w:numFmt w:val="${format}"/></w:lvl>`).join('')}</w:abstractNum>`,
    list: `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`,
  }))
  .reduce((all, { abstract, list }) => abstract + all + list, '')

export const PICTURE =
  '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="cat" descr="A cat"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rId1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
