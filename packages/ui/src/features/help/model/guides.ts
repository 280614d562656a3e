import { orderGuides, readGuide } from './guide.ts'
import type { Guide } from './guide.ts'

/** The texts and pictures of `docs/` as they were at build time; the same files people read in the repository. */
const files = import.meta.webpackContext('../../../../../../docs', {
  regExp: /^\.\/(?:(?:(?:nodes|reference)\/)?[\w-]+\.md|pictures\/[\w-]+\.png)$/,
})

export const guides: readonly Guide[] = orderGuides(
  files
    .keys()
    .filter((key) => key.endsWith('.md') && key !== './README.md')
    .map((key) => readGuide(key.replaceAll(/^\.\/|\.md$/g, ''), String(files(key)))),
  String(files('./README.md')),
)

/** Where a picture of a guide lies, in the colours the reader sees everything else in. */
export function pictureAddress(address: string, isDarkMode: boolean): string | undefined {
  const key = `./${address.replace(/-(?:light|dark)\.png$/, isDarkMode ? '-dark.png' : '-light.png')}`
  return key.endsWith('.png') && files.keys().includes(key) ? String(files(key)) : undefined
}
