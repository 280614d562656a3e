import { OPEN_API } from './recorded-edge.ts'

/** The smallest file that Word opens. */
const DOCX =
  'UEsDBBQAAAAIAMlTc110JJxTuwAAAD4BAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbJWQuQ7CMAyGX6XKiqgRAwNquwArMPACVuq2EbkUuxxvT8' +
  'o1sDHa//FZrk73SFzcnPVcq0EkrgFYD+SQyxDJZ6ULyaHkMfUQUZ+xJ1guFivQwQt5mcvUoZpqSx2OVordLa/ZBF+rRJZVsXkZJ1atMEZrNErW' +
  '4eLbH8r8TShz8unhwUSeZYOCpjpcKCXTUnHEJHt0uQ6uIbXQBj26jCgn41+80HVG0zc/tcUUNDEb3ztbfhWHxn/ugOfbmgdQSwMEFAAAAAgAyV' +
  'NzXUsevveHAAAA8AAAAAsAAABfcmVscy8ucmVsc43POw4CIRAG4KsQDrCzWlgYoLKxNXsBAsMjLo8MGPX2UlisxsJy5p98f0ZccNU9ltxCrI09' +
  '0pqb5KH3egRoJmDSbSoV80hcoaT7GMlD1eaqPcJ+ng9AW4MrsTXZ2UpOO86WZ8V/5OJcNHgq5pYw9x8FXxdD1uSxS34vZMG+19NgOSgBHw+qF1' +
  'BLAwQUAAAACADJU3NdS/so43QAAACZAAAAEQAAAHdvcmQvZG9jdW1lbnQueG1sRc5BCsMwDATAr4Q8IAo99GBcQ5/i2m4SsCwhu7j9faPkkMss' +
  'ixCs7SZS+GAqbfhiLtX0x7i2xgaghjWhrxNxKvvtTYK+7VUW6CSRhUKqdSsLZrjN8x3Qb2V0tpsXxZ8mK6I09xyyR54saFHlkA/PB7jGuD9QSw' +
  'ECFAMUAAAACADJU3NddCScU7sAAAA+AQAAEwAAAAAAAAAAAAAAgAEAAAAAW0NvbnRlbnRfVHlwZXNdLnhtbFBLAQIUAxQAAAAIAMlTc11LHr73' +
  'hwAAAPAAAAALAAAAAAAAAAAAAACAAewAAABfcmVscy8ucmVsc1BLAQIUAxQAAAAIAMlTc11L+yjjdAAAAJkAAAARAAAAAAAAAAAAAACAAZwBAA' +
  'B3b3JkL2RvY3VtZW50LnhtbFBLBQYAAAAAAwADALkAAAA/AgAAAAA='

/** A workbook with one cell. */
const XLSX =
  'UEsDBBQAAAAIAAAAIVDzAisMQAAAAFAAAAAPAAAAeGwvd29ya2Jvb2sueG1ssynPL8pOys/PVqjIzckrtiqyVSpSsrMpzkhNLSmG0gp5ibmptk' +
  'o+ibkFxUoKRVaZKbZKiUr6djb6MGX6MFPsAFBLAwQUAAAACAAAACFQ+pQtSzAAAABEAAAAGgAAAHhsL19yZWxzL3dvcmtib29rLnhtbC5yZWxz' +
  'swlKzUksyczPK87ILCi2s0HmKnim2ColKimEJBalp5bYKhXrVeTmKOnb2eijagIAUEsDBBQAAAAIAAAAIVDBKGjSSQAAAGMAAAAIAAAAeGwvcy' +
  '54bWyzKc8vyi7OSE0tsbMBUy6JJYl2NkX55QpFtkqGSnY2ySCGo6GSQomtUnFJEVCkzM5RIScxt0DPRr/MzkY/GYiB6oEkkgH6CHMBUEsBAhQD' +
  'FAAAAAgAAAAhUPMCKwxAAAAAUAAAAA8AAAAAAAAAAAAAAIABAAAAAHhsL3dvcmtib29rLnhtbFBLAQIUAxQAAAAIAAAAIVD6lC1LMAAAAEQAAA' +
  'AaAAAAAAAAAAAAAACAAW0AAAB4bC9fcmVscy93b3JrYm9vay54bWwucmVsc1BLAQIUAxQAAAAIAAAAIVDBKGjSSQAAAGMAAAAIAAAAAAAAAAAA' +
  'AACAAdUAAAB4bC9zLnhtbFBLBQYAAAAAAwADALsAAABEAQAAAAA='

/** One slide. */
const PPTX =
  'UEsDBBQAAAAIAAAAIVDqbOvCPgAAAFkAAAAUAAAAcHB0L3ByZXNlbnRhdGlvbi54bWyzKbAqKEotTs0rSSzJzM9TqMjNySu2KrJVKlKysymwKs' +
  '5J8UzxKS6BsxWKrDJTbJUSlfTtbPSR5fVRDbIDAFBLAwQUAAAACAAAACFQ+pQtSzAAAABEAAAAHwAAAHBwdC9fcmVscy9wcmVzZW50YXRpb24u' +
  'eG1sLnJlbHOzCUrNSSzJzM8rzsgsKLazQeYqeKbYKiUqKYQkFqWnltgqFetV5OYo6dvZ6KNqAgBQSwMEFAAAAAgAAAAhUAfspjIoAAAAOQAAAA' +
  'kAAABwcHQvcy54bWyzKbAqzkmxswFSBXY2iVZgosTOUSEnMbdAz0YfxAGRQHF9iBp9iA4AUEsBAhQDFAAAAAgAAAAhUOps68I+AAAAWQAAABQA' +
  'AAAAAAAAAAAAAIABAAAAAHBwdC9wcmVzZW50YXRpb24ueG1sUEsBAhQDFAAAAAgAAAAhUPqULUswAAAARAAAAB8AAAAAAAAAAAAAAIABcAAAAH' +
  'BwdC9fcmVscy9wcmVzZW50YXRpb24ueG1sLnJlbHNQSwECFAMUAAAACAAAACFQB+ymMigAAAA5AAAACQAAAAAAAAAAAAAAgAHdAAAAcHB0L3Mu' +
  'eG1sUEsFBgAAAAADAAMAxgAAACwBAAAAAA=='

/** One chapter. */
const EPUB =
  'UEsDBBQAAAAIAAAAIVBGbe2RLgAAADQAAAAWAAAATUVUQS1JTkYvY29udGFpbmVyLnhtbLNJzs8rSczMSy2ysynKzy9Jy8xJVUgrzcnRLUgsyb' +
  'BVStLLL0hT0rez0UcoBABQSwMEFAAAAAgAAAAhUAHafRtHAAAAZwAAAAUAAABiLm9wZrMpSEzOTkxPtbPJTczLTEstLrGzySxJzVXITLFVSlRS' +
  'yChKTQMy9DJKcnOU9O1s9BHKigsy81IhqoGKgBogSsGqoHL6MNMBUEsDBBQAAAAIAAAAIVCysfkREAAAAA4AAAAGAAAAYS5odG1ssymwc1TISc' +
  'wt0LPRL7ADAFBLAQIUAxQAAAAIAAAAIVBGbe2RLgAAADQAAAAWAAAAAAAAAAAAAACAAQAAAABNRVRBLUlORi9jb250YWluZXIueG1sUEsBAhQD' +
  'FAAAAAgAAAAhUAHafRtHAAAAZwAAAAUAAAAAAAAAAAAAAIABYgAAAGIub3BmUEsBAhQDFAAAAAgAAAAhULKx+REQAAAADgAAAAYAAAAAAAAAAA' +
  'AAAIABzAAAAGEuaHRtbFBLBQYAAAAAAwADAKsAAAAAAQAAAAA='

const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** Files as a browser puts them into a flow, by the ending that an input asks for. Each speaks of a lamp. */
export const SAMPLE_FILES: Readonly<Record<string, string>> = {
  '.csv': dataUrl('text/csv', 'name\nA lamp.\n'),
  '.json': dataUrl('application/json', '{"text":"A lamp."}'),
  '.jsonl': dataUrl('application/jsonl', '{"text":"A lamp."}\n'),
  '.txt': dataUrl('text/plain', 'A lamp.'),
  '.pdf': dataUrl('application/pdf', pdfOf('A lamp.')),
  '.yaml': dataUrl('application/yaml', OPEN_API),
  '.docx': `data:${OFFICE}.wordprocessingml.document;base64,${DOCX},filename:a.docx`,
  '.xlsx': `data:${OFFICE}.spreadsheetml.sheet;base64,${XLSX},filename:a.xlsx`,
  '.pptx': `data:${OFFICE}.presentationml.presentation;base64,${PPTX},filename:a.pptx`,
  '.epub': `data:application/epub+zip;base64,${EPUB},filename:a.epub`,
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
