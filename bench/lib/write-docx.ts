import JSZip from 'jszip'

const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A Word file of the headings and paragraphs of a Markdown text. */
export async function writeDocx(markdown: string): Promise<Uint8Array> {
  const zip = new JSZip()
  zip.file(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
  )
  zip.file(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
  )
  const paragraphs = markdown.split(/\n{2,}/).filter((block) => block.trim() !== '')
  zip.file(
    'word/document.xml',
    `<w:document xmlns:w="${MAIN}"><w:body>${paragraphs.map(writeParagraph).join('')}</w:body></w:document>`,
  )
  return zip.generateAsync({ type: 'uint8array' })
}

function writeParagraph(block: string): string {
  const [, hashes = '', text = ''] = /^(#{0,6})\s*(.*)$/s.exec(block.trim()) ?? []
  const style = hashes === '' ? '' : `<w:pPr><w:pStyle w:val="Heading${hashes.length}"/></w:pPr>`
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<w:p>${style}<w:r><w:t xml:space="preserve">${escaped}</w:t></w:r></w:p>`
}
