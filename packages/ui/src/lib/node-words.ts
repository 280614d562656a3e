/** A node's name in words: `chatOpenAI` becomes `Chat OpenAI`, `pdfFile` becomes `Pdf file`. */
export function nodeWords(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map((word) => (word === word.toUpperCase() ? word : word.toLowerCase()))
    .join(' ')
    .replaceAll(/open AI/gi, 'OpenAI')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
