/**
 * Text of unknown encoding: byte order marks are obeyed, then UTF-8, and what is not UTF-8 is read as Windows-1252. A picture or a
 * program named like a text is refused: it would be found by nobody and shown as rubbish.
 */
export function decodeText(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes)
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes)
  if (!isText(bytes)) throw new Error("its content isn't text")
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const text = new TextDecoder('latin1').decode(bytes)
    return text.replaceAll(/[\u0080-\u009F]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control)
  }
}

/** What Windows-1252 writes where Latin-1 has control characters; Node 20 decodes it as Latin-1 whatever one asks for. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/** Whether bytes can be a text at all: pictures, programs and archives hold zeros, and texts do not. */
export function isText(bytes: Uint8Array): boolean {
  return wideEncoding(bytes) !== undefined || !bytes.includes(0)
}

function wideEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}
