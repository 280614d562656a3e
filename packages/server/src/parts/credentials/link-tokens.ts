/** What follows the id of a wait in the token of a review link: when it ends, whose it is in a channel, and its mark. */
const TIME_AND_MARK = /\.[0-9a-z]{6,8}(?:\.[\w-]{23,900})?\.[\w-]{22}(?![\w-])/g
const ID_LENGTH = 32
const ID = /^[\w-]{32}$/
const LEAST_LENGTH = ID_LENGTH + 1 + 6 + 1 + 22

/** The tokens of review links in a text, made here or by another process, each of which lets its holder decide. */
export function linkTokensIn(text: string): string[] {
  if (text.length < LEAST_LENGTH) return []
  const found: string[] = []
  for (const { 0: rest, index } of text.matchAll(TIME_AND_MARK)) {
    const id = text.slice(Math.max(0, index - ID_LENGTH), index)
    if (ID.test(id)) found.push(id + rest)
  }
  return found
}
