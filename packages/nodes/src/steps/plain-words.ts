/** The words of a Markdown text without its marks, so that what was typed and what a model wrote can be compared. */
export function plainWords(markdown: string): string {
  return markdown
    .split('\n')
    .filter((line) => !/^\s*(?:```|~~~)/.test(line))
    .map(plainLine)
    .join('\n')
    .trim()
}

function plainLine(line: string): string {
  return withoutEmphasis(
    line
      .replace(/^\s{0,3}(?:#{1,6}\s|>\s?|[-*+]\s|\d{1,9}[.)]\s)\s*/, '')
      // The words of a link or a picture stay, its address goes.
      .replaceAll(/!?\[([^[\]\n]*)\]\([^()\s]*\)/g, '$1')
      .replaceAll(/<\/?[a-zA-Z][^<>]*>/g, ''),
  ).replaceAll(/\\([\\`*_{}[\]()#+.!>~|-])/g, '$1')
}

/** Marks stand in pairs around words. One inside a word, as in `snake_case` or `2*3`, is part of it. */
function withoutEmphasis(line: string): string {
  return line
    .replaceAll(/`([^`\n]+)`/g, '$1')
    .replaceAll(/\*\*([^*\n]+)\*\*/g, '$1')
    .replaceAll(/~~([^~\n]+)~~/g, '$1')
    .replaceAll(/(?<![\w*])\*([^*\s][^*\n]*)\*(?![\w*])/g, '$1')
    .replaceAll(/(?<!\w)__([^_\n]+)__(?!\w)/g, '$1')
    .replaceAll(/(?<!\w)_([^_\s][^_\n]*)_(?!\w)/g, '$1')
}
