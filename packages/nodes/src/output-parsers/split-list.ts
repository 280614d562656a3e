/** The values of a line of text; a value in quotes may hold the separator. */
export function splitList(text: string, separator: string): string[] {
  const values: string[] = []
  let value = ''
  /** Noted sign by sign: to look at all of a long value for each quote in it would take the square of its length. */
  let isBlank = true
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '"' && (isQuoted || isBlank)) {
      if (isQuoted && text[at + 1] === '"') {
        value += '"'
        isBlank = false
        at++
      } else isQuoted = !isQuoted
    } else if (!isQuoted && text.startsWith(separator, at)) {
      values.push(value.trim())
      value = ''
      isBlank = true
      at += separator.length - 1
    } else {
      value += sign
      isBlank &&= sign.trim() === ''
    }
  }
  return [...values, value.trim()].filter((each) => each !== '')
}
