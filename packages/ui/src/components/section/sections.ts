/** Screens that share one row of the side menu, in the order in which their tabs are shown. */
export const SECTIONS = {
  runs: ['runs', 'retention'],
  quality: ['tests', 'comparisons'],
  publish: ['triggers', 'channels'],
} as const

export type SectionName = keyof typeof SECTIONS
export type SectionPage = (typeof SECTIONS)[SectionName][number]

/** The section whose page stands at this path; none for the pages below it, such as one run. */
export function sectionAt(pathname: string): { name: SectionName; page: SectionPage } | undefined {
  for (const [name, pages] of Object.entries(SECTIONS) as [SectionName, readonly SectionPage[]][]) {
    const page = pages.find((each) => pathname === `/${each}`)
    if (page) return { name, page }
  }
  return undefined
}
