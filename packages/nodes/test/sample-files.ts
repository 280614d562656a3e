/** A PDF with one line of text on each page; an empty text makes a page without any. */
export function samplePdf(pages: readonly string[]): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  for (const [index, text] of pages.entries()) {
    const content = text === '' ? '' : `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`
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

/** A Word document of two paragraphs: "A letter" and "from Word". */
export function sampleDocx(): Uint8Array {
  return new Uint8Array(Buffer.from(DOCX.join(''), 'base64'))
}

const DOCX = [
  'UEsDBBQAAAAIAGwpb13mdcR+0gAAAIsBAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbH2QvVLDMAzHX8XnlasVGBh6SToAKzD0BXSO',
  'kvjw11luad++Sls6cIVR+n/8ZLebQ/BqT4Vdip1+NI3e9O32mImVKJE7Pdea1wBsZwrIJmWKooypBKwylgky2i+cCJ6a5hlsipVi',
  'XdWlQ/ftK42481W9HWR9oRTyrNXLxbiwOo05e2exig77OPyirK4EI8mzh2eX+UEMGu4SFuVvwDX3Ic8ubiD1iaW+YxAXfKcywJDs',
  'LkjS/F9z5840js7SLb+05ZIsMbs4BW9uSkAXf+6H83f3J1BLAwQUAAAACABsKW9d/sabv5QAAAAFAQAACwAAAF9yZWxzLy5yZWxz',
  'jc87DsIwDAbgq0Q+QNwyMKCkXVhYKy4QpW5a0TzkhNftycBAEQOjf//6LKv+4VdxI85LDBpa2UDfqYFWU2qQ5yVlURsha5hLSQfE',
  'bGfyJsuYKNTNFNmbUkd2mIy9GEe4a5o98qcBW1OcRg3cgjg/E/0jx2laLB2jvXoK5ceBr0aVDTsqGu6RRxzfsawsYKdw82D3AlBL',
  'AwQUAAAACABsKW9ddfLhB44AAADZAAAAEQAAAHdvcmQvZG9jdW1lbnQueG1sbY7NCsIwEIRfJeQButWDh5K2+BSea7P9gW42bFar',
  'b28iiCBevmWYYXZc/6DN3FHSyqG1h6q2fef2xvN4Iwxqsh1Ss7d2UY0NQBoXpCFVHDFkb2KhQbOUGXYWH4VHTGkNM21wrOsT0LAG',
  'Wyqv7J/lxgIp0O5sNlRFcVBUobwZf4OTMJlLfvAnCZ9u+O7uXlBLAQIUAxQAAAAIAGwpb13mdcR+0gAAAIsBAAATAAAAAAAAAAAA',
  'AACAAQAAAABbQ29udGVudF9UeXBlc10ueG1sUEsBAhQDFAAAAAgAbClvXf7Gm7+UAAAABQEAAAsAAAAAAAAAAAAAAIABAwEAAF9y',
  'ZWxzLy5yZWxzUEsBAhQDFAAAAAgAbClvXXXy4QeOAAAA2QAAABEAAAAAAAAAAAAAAIABwAEAAHdvcmQvZG9jdW1lbnQueG1sUEsF',
  'BgAAAAADAAMAuQAAAH0CAAAAAA==',
]
