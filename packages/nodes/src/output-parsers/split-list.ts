/** The values of a line of text; a value in quotes may hold the separator. */
export function splitList(text: string, separator: string): string[] {
  const values: string[] = []
  let value = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"' && (isQuoted || value.trim() === '')) {
      if (isQuoted && text[at + 1] === '"') {
        value += '"'
        at++
      } else isQuoted = !isQuoted
    } else if (!isQuoted && text.startsWith(separator, at)) {
      values.push(value.trim())
      value = ''
      at += separator.length - 1
    } else value += text[at]
  }
  return [...values, value.trim()].filter((each) => each !== '')
}
