/** Markdown as WhatsApp marks text: `*bold*`, `_italic_`, `~struck~`, code as it is. */
export function whatsAppText(markdown: string): string {
  return markdown
    .split(/(```[\s\S]*?(?:```|$)|`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? withoutLanguage(part) : marked(part)))
    .join('')
}

function marked(text: string): string {
  return text
    .replaceAll(/^#{1,6} (.+)$/gm, '**$1**')
    .replaceAll(/!?\[([^[\]\n]{1,500})\]\((https?:\/\/[^\s()]{1,2000})\)/g, '$1 ($2)')
    .replaceAll(/^( *)[*+] /gm, '$1- ')
    .replaceAll(/(?<![\w*])\*([^*\s](?:[^*\n]*[^*\s])?)\*(?![\w*])/g, '_$1_')
    .replaceAll(/\*\*([^*\n]+)\*\*/g, '*$1*')
    .replaceAll(/~~([^~\n]+)~~/g, '~$1~')
}

function withoutLanguage(code: string): string {
  return code.replace(/^```[\w+-]*\n/, '```\n')
}
