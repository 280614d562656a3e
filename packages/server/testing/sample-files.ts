import { OPEN_API } from './recorded-edge.ts'

/** Files as a browser puts them into a flow, by the ending that an input asks for. Each speaks of a lamp. */
export const SAMPLE_FILES: Readonly<Record<string, string>> = {
  '.csv': dataUrl('text/csv', 'name\nA lamp.\n'),
  '.json': dataUrl('application/json', '{"text":"A lamp."}'),
  '.jsonl': dataUrl('application/jsonl', '{"text":"A lamp."}\n'),
  '.txt': dataUrl('text/plain', 'A lamp.'),
  '.pdf': dataUrl('application/pdf', pdfOf('A lamp.')),
  '.yaml': dataUrl('application/yaml', OPEN_API),
  '.docx': `data:application/vnd.openxmlformats-officedocument.wordprocessingml.document;base64,${docx()},filename:a.docx`,
}

function dataUrl(type: string, content: string): string {
  return `data:${type};base64,${btoa(content)},filename:a.${type.split('/')[1]}`
}

function pdfOf(text: string): string {
  const content = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  let file = '%PDF-1.4\n'
  const entries = objects.map((body, index) => {
    const entry = `${String(file.length).padStart(10, '0')} 00000 n \n`
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return entry
  })
  const xref = `xref\n0 6\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size 6 /Root 1 0 R >>`
  return `${file}${xref}\nstartxref\n${file.length}\n%%EOF\n`
}

/** The smallest file that Word opens. */
function docx(): string {
  return (
    'UEsDBBQAAAAIAMlTc110JJxTuwAAAD4BAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbJWQuQ7CMAyGX6XKiqgRAwNquwArMPACVuq2EbkUuxxvT8o1sDHa//FZ' +
    'rk73SFzcnPVcq0EkrgFYD+SQyxDJZ6ULyaHkMfUQUZ+xJ1guFivQwQt5mcvUoZpqSx2OVordLa/ZBF+rRJZVsXkZJ1atMEZrNErW4eLbH8r8TShz8unhwUSe' +
    'ZYOCpjpcKCXTUnHEJHt0uQ6uIbXQBj26jCgn41+80HVG0zc/tcUUNDEb3ztbfhWHxn/ugOfbmgdQSwMEFAAAAAgAyVNzXUsevveHAAAA8AAAAAsAAABfcmVs' +
    'cy8ucmVsc43POw4CIRAG4KsQDrCzWlgYoLKxNXsBAsMjLo8MGPX2UlisxsJy5p98f0ZccNU9ltxCrI090pqb5KH3egRoJmDSbSoV80hcoaT7GMlD1eaqPcJ+' +
    'ng9AW4MrsTXZ2UpOO86WZ8V/5OJcNHgq5pYw9x8FXxdD1uSxS34vZMG+19NgOSgBHw+qF1BLAwQUAAAACADJU3NdS/so43QAAACZAAAAEQAAAHdvcmQvZG9j' +
    'dW1lbnQueG1sRc5BCsMwDATAr4Q8IAo99GBcQ5/i2m4SsCwhu7j9faPkkMssixCs7SZS+GAqbfhiLtX0x7i2xgaghjWhrxNxKvvtTYK+7VUW6CSRhUKqdSsL' +
    'ZrjN8x3Qb2V0tpsXxZ8mK6I09xyyR54saFHlkA/PB7jGuD9QSwECFAMUAAAACADJU3NddCScU7sAAAA+AQAAEwAAAAAAAAAAAAAAgAEAAAAAW0NvbnRlbnRf' +
    'VHlwZXNdLnhtbFBLAQIUAxQAAAAIAMlTc11LHr73hwAAAPAAAAALAAAAAAAAAAAAAACAAewAAABfcmVscy8ucmVsc1BLAQIUAxQAAAAIAMlTc11L+yjjdAAA' +
    'AJkAAAARAAAAAAAAAAAAAACAAZwBAAB3b3JkL2RvY3VtZW50LnhtbFBLBQYAAAAAAwADALkAAAA/AgAAAAA='
  )
}
