/**
 * Text of unknown encoding: byte order marks are obeyed, then UTF-8, and what is not UTF-8 is read as Windows-1252. A picture or a
 * program named like a text is refused: it would be found by nobody and shown as rubbish.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) throw new Error('it is not a text: it holds bytes that no text has')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const text = new TextDecoder('latin1').decode(bytes)
    return text.replaceAll(/[\u0080-\u009F]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control)
  }
}

/** What Windows-1252 writes where Latin-1 has control characters; Node 20 decodes it as Latin-1 whatever one asks for. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'
