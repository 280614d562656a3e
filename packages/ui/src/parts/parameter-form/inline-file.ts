/** A file as the document carries it: `data:<type>;base64,<content>,filename:<name>`. */
export async function readAsInlineFile(file: File): Promise<string> {
  const address = await readAsDataUrl(file)
  // A comma ends the content and a bracket the list, for every reader of this format.
  const name = file.name.replaceAll(/[",\]]/g, '_')
  return `${address},filename:${name}`
}

function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error(`${file.name} could not be read.`)))
    reader.readAsDataURL(file)
  })
}
