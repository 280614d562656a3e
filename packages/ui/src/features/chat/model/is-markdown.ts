/**
 * Whether a passage was cut from Markdown: it opens with the heading it stands under, or holds a table. Any other text would
 * lose its lines, and its stars and dashes would be taken for marks.
 */
export function isMarkdown(passage: string): boolean {
  return /^\s*#{1,6} \S/.test(passage) || /^\|(?: *:?-+:? *\|)+ *$/m.test(passage)
}
