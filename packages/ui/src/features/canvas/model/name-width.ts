/**
 * How wide the signs from the blank to the tilde are in the weight of a card's name, in thousandths of its size. Where the
 * ports of a card lie must be known without drawing it, and that depends on whether its name takes one line or two.
 */
const ADVANCES: readonly number[] = [
  249, 265, 319, 603, 568, 736, 641, 167, 346, 350, 443, 555, 224, 340, 278, 390, 568, 568, 568, 568, 568, 568, 568,
  568, 568, 568, 264, 240, 509, 563, 520, 486, 897, 663, 631, 653, 653, 565, 551, 681, 709, 283, 556, 632, 540, 875,
  709, 689, 638, 689, 629, 605, 609, 654, 646, 880, 631, 611, 603, 271, 417, 271, 429, 448, 320, 539, 562, 522, 563,
  536, 353, 567, 556, 255, 251, 521, 255, 871, 557, 567, 562, 566, 354, 515, 333, 556, 496, 742, 503, 490, 503, 333,
  249, 333, 663,
]
const FIRST = 32
/** Letters with accents and those of other alphabets, and the square signs of the east. */
const OTHER = 640
const SQUARE = 1000
const SQUARES_FROM = 0x2e_80

const SIZE = 14
/** What tile, menu and gaps leave of a card. */
const ROOM = 200

/** Whether a node's name takes a second line of its card. */
export function hasLongName(name: string): boolean {
  let width = 0
  for (const sign of name) {
    const code = sign.codePointAt(0) ?? 0
    width += ADVANCES[code - FIRST] ?? (code < SQUARES_FROM ? OTHER : SQUARE)
    if (width * SIZE > ROOM * 1000) return true
  }
  return false
}
