/** A PDF with one line of text on each page; an empty text makes a page without any. */
export function samplePdf(pages: readonly string[]): Uint8Array {
  return printedPdf(pages.map((text) => (text === '' ? [] : [{ text, y: 720, size: 24 }])))
}

export interface PrintedLine {
  text: string
  /** From the lower edge of the page, in points. */
  y: number
  /** From its left edge. */
  x?: number
  size?: number
}

/** A PDF with each line where it is said to stand, in Helvetica. */
export function printedPdf(pages: readonly (readonly PrintedLine[])[]): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  for (const [index, lines] of pages.entries()) {
    const content = lines.map(printLine).join('\n')
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    )
  }
  let file = '%PDF-1.4\n'
  const offsets: number[] = []
  for (const [index, body] of objects.entries()) {
    offsets.push(file.length)
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return new TextEncoder().encode(file)
}

function printLine({ text, y, x = 72, size = 10 }: PrintedLine): string {
  const escaped = text.replaceAll('•', '\\225').replaceAll(/[()]/g, String.raw`\$&`)
  return `BT /F1 ${size} Tf ${x} ${y} Td (${escaped}) Tj ET`
}
