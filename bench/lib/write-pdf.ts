import { launchBrowser } from './browser-page.ts'

/** The headings and paragraphs of Markdown texts, printed to PDF by Chromium: justified, with a running head and page numbers. */
export async function writePdfs(texts: readonly string[]): Promise<Uint8Array[]> {
  const browser = await launchBrowser()
  try {
    const files: Uint8Array[] = []
    for (const text of texts) {
      const page = await browser.newPage()
      await page.setContent(
        `<html lang="en"><style>${STYLE}</style>${text
          .split(/\n{2,}/)
          .map(writeBlock)
          .join('')}`,
      )
      files.push(await page.pdf({ format: 'A5', margin, displayHeaderFooter: true, headerTemplate, footerTemplate }))
      await page.close()
    }
    return files
  } finally {
    await browser.close()
  }
}

const STYLE = 'body { font: 11pt serif; text-align: justify; hyphens: auto }'
const margin = { top: '20mm', bottom: '20mm', left: '20mm', right: '20mm' }
const headerTemplate = '<div style="font-size: 8px; width: 100%; text-align: center">Handbook</div>'
const footerTemplate =
  '<div style="font-size: 8px; width: 100%; text-align: center">Page <span class="pageNumber"></span> of <span class="totalPages"></span></div>'

function writeBlock(block: string): string {
  const [, hashes = '', text = ''] = /^(#{0,6})\s*(.*)$/s.exec(block.trim()) ?? []
  const tag = hashes === '' ? 'p' : `h${hashes.length}`
  return `<${tag}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${tag}>`
}
