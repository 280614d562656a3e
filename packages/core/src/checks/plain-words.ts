/** A text as it is compared: case, width and spaces aside. */
export function plainWords(text: string): string {
  return text.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean).join(' ')
}

/** Whether a text holds some words. Linear, whatever both are made of. */
export function holdsWords(text: string, words: string): boolean {
  return holds(plainWords(text), plainWords(words))
}

/** Never looks back further than it has gone (Knuth, Morris and Pratt): built-in search does, for repetitive texts. */
function holds(text: string, part: string): boolean {
  if (part === '') return true
  const back: number[] = [0]
  for (let at = 1, known = 0; at < part.length; at += 1) {
    while (known > 0 && part[at] !== part[known]) known = back[known - 1] ?? 0
    if (part[at] === part[known]) known += 1
    back.push(known)
  }
  for (let at = 0, known = 0; at < text.length; at += 1) {
    while (known > 0 && text[at] !== part[known]) known = back[known - 1] ?? 0
    if (text[at] === part[known]) known += 1
    if (known === part.length) return true
  }
  return false
}
