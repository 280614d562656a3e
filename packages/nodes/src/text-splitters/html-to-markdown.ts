/** HTML as Markdown. Runs in a child process. */
export default async function htmlToMarkdown({ html }: { html: string }): Promise<string> {
  const { default: Turndown } = await import('turndown')
  const converter = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced' })
  converter.remove(['script', 'style', 'noscript'])
  return converter.turndown(html)
}
