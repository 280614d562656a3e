import { isRandomKey } from './secret-key.ts'

const FEWEST_SIGNS = 24
const FEWEST_DIFFERENT = 10

/** Whether words are few, or few different ones, so that trying them out is worth the time that scrypt takes. */
export function isWeakKey(text: string): boolean {
  if (isRandomKey(text)) return false
  const once = withoutRepeats(text.normalize('NFKC').toLowerCase())
  return once.length < FEWEST_SIGNS || new Set(once).size < FEWEST_DIFFERENT
}

/** `changemechangeme` is as easy to guess as `changeme`. */
function withoutRepeats(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    if (text.startsWith(text.slice(0, -length), length)) return text.slice(0, length)
  }
  return text
}
